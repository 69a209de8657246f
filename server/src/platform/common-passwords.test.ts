import { expect, test } from 'vitest';
import { isCommonPassword, isNamedAfter } from './common-passwords.ts';

test.each(['123456', 'P@ssw0rd', 'p@SSw0rd', '!QAZ2wsx', 'zzzzzz'])('[AUTH-312] %s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Secret1!x', '12345\n123456', '', 'P@ssw0rd ', 'ssw0rd'])('[AUTH-312] %j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test.each(['ChatApp1!', 'chat-app2026', '1Chat!App'])('[AUTH-313] %j is the name of the product', (password) => {
  expect(isNamedAfter(password, 'Chat App')).toBe(true);
});

test.each(['ChatApple1!', 'Chat1!', '12345678', 'myChatApp1!'])('[AUTH-313] %j is not', (password) => {
  expect(isNamedAfter(password, 'Chat App')).toBe(false);
  expect(isNamedAfter(password, '2026!')).toBe(false);
});
