import { expect, test } from 'vitest';
import { isCommonPassword, isNamedAfter } from './common-passwords.ts';

test('[AUTH-312] common passwords are found, whatever the case of their letters', () => {
  const common = ['123456', 'P@ssw0rd', 'p@SSw0rd', '!QAZ2wsx', 'zzzzzz'];
  const others = ['Secret1!x', '12345\n123456', '', 'P@ssw0rd ', 'ssw0rd'];
  expect([...common, ...others].filter(isCommonPassword)).toEqual(common);
});

test('[AUTH-313] a password that begins with the name of the product is named after it', () => {
  const named = ['ChatApp1!', 'chat-app2026', '1Chat!App'];
  const others = ['ChatApple1!', 'Chat1!', '12345678', 'myChatApp1!'];
  expect([...named, ...others].filter((password) => isNamedAfter(password, 'Chat App'))).toEqual(named);
  expect(others.filter((password) => isNamedAfter(password, '2026!'))).toEqual([]);
});
