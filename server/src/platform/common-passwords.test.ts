import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'P@ssw0rd', 'p@SSw0rd', '!QAZ2wsx', 'zzzzzz'])('[AUTH-312] %s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Secret1!x', '12345\n123456', '', 'P@ssw0rd ', 'ssw0rd'])('[AUTH-312] %j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
