import { accountToasts } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { findPasswordProblem } from './password-rules.ts';

test.each([
  ['nothing at all', ['', '', ''], accountToasts.passwordMissing],
  ['no confirmation', ['Old1#abc', 'New1#abc', ''], accountToasts.passwordMissing],
  ['the same password, differently confirmed', ['Old1#abc', 'Old1#abc', 'x'], accountToasts.passwordSame],
  ['another confirmation', ['Old1#abc', 'New1#abc', 'x'], accountToasts.passwordDifferent],
  ['a good change', ['Old1#abc', 'New1#abc', 'New1#abc'], undefined],
])('[AUTH-45] %s gets the first problem that applies', (_what, [oldPassword, newPassword, confirm], toast) => {
  const change = { oldPassword: oldPassword ?? '', newPassword: newPassword ?? '', confirm: confirm ?? '' };
  expect(findPasswordProblem(change)?.toast).toEqual(toast);
});
