import type { ChatId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { aRow, idOf } from '../../../test/chats.ts';
import { adjacentChat, adjacentUnread } from './adjacent-chat.ts';

const chats = [aRow(1), aRow(2, { read: false }), aRow(3), aRow(4, { read: false })];
const id = (number: number | null) => (number === null ? null : idOf<ChatId>(number));

test.each([
  [2, 1, 3],
  [2, -1, 1],
  [4, 1, null],
  [1, -1, null],
  [null, 1, 1],
  [null, -1, 4],
  [9, 1, 1],
] as const)('[UI-52] with chat %s open, the one %i row away is %s', (open, step, expected) => {
  expect(adjacentChat(chats, id(open), step)).toBe(id(expected));
});

test.each([
  [1, 1, 2],
  [2, 1, 4],
  [3, -1, 2],
  [1, -1, 4],
  [4, 1, 2],
  [null, 1, 2],
  [null, -1, 4],
] as const)('[UI-52] with chat %s open, the next unread in direction %i is %s', (open, step, expected) => {
  expect(adjacentUnread(chats, id(open), step)).toBe(id(expected));
});

test('[UI-52] without unread chats there is no next unread chat', () => {
  expect(adjacentUnread([aRow(1), aRow(2)], idOf(1), 1)).toBeNull();
});
