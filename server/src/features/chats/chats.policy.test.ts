import type { GroupRole, UserId } from '@chat-app/contract';
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

const [ann, bob, cat, dan] = [asId<UserId>('ann'), asId<UserId>('bob'), asId<UserId>('cat'), asId<UserId>('dan')];
const group = { ownerId: ann, memberCount: 4 };
const pair = { ownerId: ann, memberCount: 2 };
const owner = { id: ann, isAdmin: false };
const admin = { id: bob, isAdmin: true };
const otherAdmin = { id: cat, isAdmin: true };
const member = { id: dan, isAdmin: false };
type Member = typeof owner;

test.each([
  ['the owner', group, owner, 'owner'],
  ['the owner, still marked as an admin', group, { id: ann, isAdmin: true }, 'owner'],
  ['an admin', group, admin, 'admin'],
  ['a member', group, member, 'member'],
  ['who created a chat of two', pair, owner, 'member'],
  ['who was an admin before it became a chat of two', pair, admin, 'member'],
])('[CHT-400] the role of %s', (_, chat, of, role) => {
  expect([roleOf(chat, of), canInvite(chat, of)]).toEqual([role, role !== 'member']);
});

const removes = (actor: Member, target: Member) => () => assertCanRemove(group, actor, target);
const makes = (actor: Member, target: Member, role: GroupRole) => () => assertCanSetRole(group, actor, target, role);
const deletes = (userId: UserId, chat: typeof group) => () => assertCanDelete(userId, chat);
const refusals: [string, () => void, string | null][] = [
  ['[CHT-402] the owner removes a member', removes(owner, member), null],
  ['[CHT-402] the owner removes an admin', removes(owner, admin), null],
  ['[CHT-402] the owner removes themselves', removes(owner, owner), 'invalid_input'],
  ['[CHT-402] an admin removes a member', removes(admin, member), null],
  ['[CHT-402] an admin removes another admin', removes(admin, otherAdmin), 'forbidden'],
  ['[CHT-402] an admin removes the owner', removes(admin, owner), 'forbidden'],
  ['[CHT-402] an admin removes themselves', removes(admin, admin), 'invalid_input'],
  ['[CHT-402] a member removes an admin', removes(member, admin), 'forbidden'],
  ['[CHT-402] a member removes the owner', removes(member, owner), 'forbidden'],
  ['[CHT-402] a member removes themselves', removes(member, member), 'invalid_input'],
  ['[CHT-401] the owner makes a member an admin', makes(owner, member, 'admin'), null],
  ['[CHT-401] the owner makes an admin a member', makes(owner, admin, 'member'), null],
  ['[CHT-401] the owner hands over to an admin', makes(owner, admin, 'owner'), null],
  ['[CHT-401] the owner hands over to a member', makes(owner, member, 'owner'), null],
  ['[CHT-401] the owner stays the owner', makes(owner, owner, 'owner'), null],
  ['[CHT-401] the owner becomes a member', makes(owner, owner, 'member'), 'invalid_input'],
  ['[CHT-401] the owner becomes an admin', makes(owner, owner, 'admin'), 'invalid_input'],
  ['[CHT-401] an admin makes a member an admin', makes(admin, member, 'admin'), 'forbidden'],
  ['[CHT-401] an admin becomes a member', makes(admin, admin, 'member'), 'forbidden'],
  ['[CHT-401] an admin becomes the owner', makes(admin, admin, 'owner'), 'forbidden'],
  ['[CHT-401] a member becomes an admin', makes(member, member, 'admin'), 'forbidden'],
  ['[CHT-23] the owner deletes a group', deletes(ann, group), null],
  ['[CHT-23] another member deletes a group', deletes(bob, group), 'forbidden'],
  ['[CHT-23] the owner deletes a chat of two', deletes(ann, pair), null],
  ['[CHT-23] the other deletes a chat of two', deletes(bob, pair), null],
  ['[CHT-21] a group is as large as is allowed', () => assertGroupSize(5, 5), null],
  ['[CHT-21] a group is too large', () => assertGroupSize(6, 5), 'invalid_input'],
];
test.each(refusals)('%s', (_, decide, refusal) => {
  expect(refusalOf(decide)).toBe(refusal);
});
