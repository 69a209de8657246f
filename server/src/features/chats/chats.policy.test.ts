import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import { assertCanDelete, assertCanRemove, assertGroupSize } from './chats.policy.ts';

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((name) => asId<UserId>(name)) as [UserId, UserId, UserId];
const group = { ownerId: ann, memberCount: 3 };
const pair = { ownerId: ann, memberCount: 2 };

test.each([
  ['the owner', { userId: ann, chat: group, memberId: bob }, null],
  ['another member', { userId: bob, chat: group, memberId: cat }, 'forbidden'],
  ['the owner, of themselves', { userId: ann, chat: group, memberId: ann }, 'invalid_input'],
  ['the owner, in a chat of two', { userId: ann, chat: pair, memberId: bob }, 'invalid_input'],
])('[CHT-22] removing a member by %s', (_, { userId, chat, memberId }, refusal) => {
  expect(refusalOf(() => assertCanRemove(userId, chat, memberId))).toBe(refusal);
});

test.each([
  ['a group by its owner', ann, group, null],
  ['a group by another member', bob, group, 'forbidden'],
  ['a chat of two by its owner', ann, pair, null],
  ['a chat of two by the other', bob, pair, null],
])('[CHT-23] deleting %s', (_, userId, chat, refusal) => {
  expect(refusalOf(() => assertCanDelete(userId, chat))).toBe(refusal);
});

test.each([
  [5, null],
  [6, 'invalid_input'],
])('[CHT-21] a group of %i where five is the maximum', (memberCount, refusal) => {
  expect(refusalOf(() => assertGroupSize(memberCount, 5))).toBe(refusal);
});
