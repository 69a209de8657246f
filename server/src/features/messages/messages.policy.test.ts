import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import {
  assertCanDelete,
  assertCanEdit,
  assertCanForward,
  assertCanPin,
  assertCanRecordTransfer,
} from './messages.policy.ts';

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

test.each([
  ['their own text', { type: 'text', authorId: ann, forwardedFrom: null }, null],
  ['the text of another member', { type: 'text', authorId: bob, forwardedFrom: null }, 'forbidden'],
  ['an image', { type: 'image', authorId: ann, forwardedFrom: null }, 'invalid_input'],
  ['a text that they forwarded', { type: 'text', authorId: ann, forwardedFrom: 'Bob' }, 'invalid_input'],
])('[MSG-401] [MSG-430] a member edits %s', (_, message, refusal) => {
  expect(refusalOf(() => assertCanEdit(ann, message))).toBe(refusal);
});

test.each([
  [['text', 'emoji', 'image', 'file'], null],
  [['text', 'system'], 'invalid_input'],
  [['fileTransfer'], 'invalid_input'],
])('[MSG-431] a member forwards %j', (types, refusal) => {
  expect(refusalOf(() => assertCanForward(types.map((type) => ({ type }))))).toBe(refusal);
});

test.each([
  ['a member of a direct chat', { type: 'text', ownerId: bob, isAdmin: false, memberCount: 2 }, null],
  ['the owner of a group', { type: 'file', ownerId: ann, isAdmin: false, memberCount: 3 }, null],
  ['an admin of a group', { type: 'file', ownerId: bob, isAdmin: true, memberCount: 3 }, null],
  ['a member of a group', { type: 'text', ownerId: bob, isAdmin: false, memberCount: 3 }, 'forbidden'],
  [
    'who wants to pin a system message',
    { type: 'system', ownerId: ann, isAdmin: false, memberCount: 3 },
    'invalid_input',
  ],
])('[MSG-441] %s', (_, message, refusal) => {
  expect(refusalOf(() => assertCanPin(ann, message))).toBe(refusal);
});
