import type { ChatId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { aRow, idOf } from '../../../test/chats.ts';
import { adjacentChat, adjacentUnread } from './adjacent-chat.ts';

const chats = [aRow(1), aRow(2, { read: false }), aRow(3), aRow(4, { read: false })];
const id = (number: number | null) => (number === null ? null : idOf<ChatId>(number));
const [up, down] = [-1, 1] as const;

test('[UI-52] the keys lead to the chat above and below, and to the next unread one, from the first after the last', () => {
  const open = [1, 2, 3, 4, 9, null];
  const from = (find: typeof adjacentChat, step: 1 | -1) => open.map((number) => find(chats, id(number), step));
  expect(from(adjacentChat, down)).toEqual([2, 3, 4, null, 1, 1].map(id));
  expect(from(adjacentChat, up)).toEqual([null, 1, 2, 3, 4, 4].map(id));
  expect(from(adjacentUnread, down)).toEqual([2, 4, 4, 2, 2, 2].map(id));
  expect(from(adjacentUnread, up)).toEqual([4, 4, 2, 2, 4, 4].map(id));
  expect(adjacentUnread([aRow(1), aRow(2)], idOf(1), down)).toBeNull();
});
