import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import {
  assertCanDelete,
  assertCanRemove,
  assertCanSetRole,
  assertGroupSize,
  canInvite,
  roleOf,
} from './chats.policy.ts';

const [ann, bob, cat, dan] = ['ann', 'bob', 'cat', 'dan'].map((name) => asId<UserId>(name)) as Four<UserId>;
type Four<Item> = [Item, Item, Item, Item];
const group = { ownerId: ann, memberCount: 4 };
const pair = { ownerId: ann, memberCount: 2 };
const owner = { id: ann, isAdmin: false };
const admin = { id: bob, isAdmin: true };
const otherAdmin = { id: cat, isAdmin: true };
const member = { id: dan, isAdmin: false };

test.each([
  ['the owner', group, owner, 'owner'],
  ['the owner, still marked as an admin', group, { id: ann, isAdmin: true }, 'owner'],
  ['an admin', group, admin, 'admin'],
  ['a member', group, member, 'member'],
  ['who created a chat of two', pair, owner, 'member'],
  ['who was an admin before it became a chat of two', pair, admin, 'member'],
])('[CHT-400] the role of %s', (_, chat, of, role) => {
  expect(roleOf(chat, of)).toBe(role);
  expect(canInvite(chat, of)).toBe(role !== 'member');
});

test.each([
  ['a member', 'the owner', owner, member, null],
  ['an admin', 'the owner', owner, admin, null],
  ['themselves', 'the owner', owner, owner, 'invalid_input'],
  ['a member', 'an admin', admin, member, null],
  ['another admin', 'an admin', admin, otherAdmin, 'forbidden'],
  ['the owner', 'an admin', admin, owner, 'forbidden'],
  ['themselves', 'an admin', admin, admin, 'invalid_input'],
  ['an admin', 'a member', member, admin, 'forbidden'],
  ['the owner', 'a member', member, owner, 'forbidden'],
  ['themselves', 'a member', member, member, 'invalid_input'],
] as const)('[CHT-402] %s is removed by %s', (...[, , actor, target, refusal]) => {
  expect(refusalOf(() => assertCanRemove(group, actor, target))).toBe(refusal);
});

test.each([
  ['makes a member an admin', owner, member, 'admin', null],
  ['makes an admin a member', owner, admin, 'member', null],
  ['hands over to an admin', owner, admin, 'owner', null],
  ['hands over to a member', owner, member, 'owner', null],
  ['stays the owner', owner, owner, 'owner', null],
  ['makes themselves a member', owner, owner, 'member', 'invalid_input'],
  ['makes themselves an admin', owner, owner, 'admin', 'invalid_input'],
  ['is an admin, and makes a member an admin', admin, member, 'admin', 'forbidden'],
  ['is an admin, and makes themselves a member', admin, admin, 'member', 'forbidden'],
  ['is an admin, and makes themselves the owner', admin, admin, 'owner', 'forbidden'],
  ['is a member, and makes themselves an admin', member, member, 'admin', 'forbidden'],
] as const)('[CHT-401] the caller %s', (...[, actor, target, role, refusal]) => {
  expect(refusalOf(() => assertCanSetRole(group, actor, target, role))).toBe(refusal);
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
