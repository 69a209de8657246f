import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import { assertCanDelete, assertCanRecordTransfer } from './messages.policy.ts';

const [ann, bob] = ['ann', 'bob'].map((name) => asId<UserId>(name)) as [UserId, UserId];

test.each([
  ['their own message', 'text', ann, null],
  ['the message of another member', 'text', bob, 'forbidden'],
  ['a message without an author', 'text', null, 'forbidden'],
  ['a system message that they caused', 'system', ann, 'forbidden'],
])('[MSG-4] a member deletes %s', (_, type, authorId, refusal) => {
  expect(refusalOf(() => assertCanDelete(ann, { type, authorId }))).toBe(refusal);
});

test.each([
  ['their own transfer in a chat of two', ann, 2, null],
  ['the transfer of another member', bob, 2, 'forbidden'],
  ['their own transfer in a group', ann, 3, 'invalid_input'],
  ['the transfer of another member in a group', bob, 3, 'forbidden'],
])('[MSG-10] a member records %s', (_, senderId, memberCount, refusal) => {
  expect(refusalOf(() => assertCanRecordTransfer(ann, { senderId, memberCount }))).toBe(refusal);
});
