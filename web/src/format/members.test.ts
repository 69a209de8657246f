import type { GroupRole } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { aGroup, aPerson } from '../../test/chats.ts';
import { findByName, inRoleOrder, needsSuccessor, nextAdmin } from './members.ts';

const [ann, bob, cid, dan] = [aPerson('Ann'), aPerson('Bob'), aPerson('Cid'), aPerson('Dan')];
const as = (person: typeof ann, role: GroupRole) => ({ ...person, role });
const groupOf = (...members: ReturnType<typeof as>[]) => aGroup(1, { members, ownerId: ann._id });

test('[CHT-420] owner and admins are on top, then who is online', () => {
  const chat = groupOf(as(bob, 'member'), as(cid, 'member'), as(dan, 'admin'), as(ann, 'owner'));
  const order = inRoleOrder(chat, chat.members, new Set([cid._id]));
  expect(order.map(({ name }) => name)).toEqual(['Ann', 'Dan', 'Cid', 'Bob']);
});

test('[CHT-421] a search ignores case and accents, and spaces around it', () => {
  const people = [{ name: 'Zoë Kravitz' }, { name: 'Đặng Thị' }, { name: 'Bob' }];
  const find = (text: string) => findByName(people, text).map(({ name }) => name);
  expect([find(' zoe '), find('THI'), find(''), find('x')]).toEqual([
    ['Zoë Kravitz'],
    ['Đặng Thị'],
    people.map(({ name }) => name),
    [],
  ]);
});

test('[CHT-424] only an owner without admins, of a group that remains one, needs a successor', () => {
  const four = groupOf(as(ann, 'owner'), as(bob, 'member'), as(cid, 'member'), as(dan, 'member'));
  const withAdmin = groupOf(as(ann, 'owner'), as(bob, 'member'), as(cid, 'admin'), as(dan, 'admin'));
  expect(needsSuccessor(four, ann._id)).toBe(true);
  expect(needsSuccessor(four, bob._id)).toBe(false);
  expect(needsSuccessor(withAdmin, ann._id)).toBe(false);
  expect(nextAdmin(withAdmin)?.name).toBe('Cid');
  expect(needsSuccessor(groupOf(as(ann, 'owner'), as(bob, 'member'), as(cid, 'member')), ann._id)).toBe(false);
});
