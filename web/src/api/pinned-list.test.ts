import type { ChatId, Message } from '@chat-app/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aMessage, idOf } from '../../test/chats.ts';
import { beginLog, messagesKey } from './message-log.ts';
import { changePinned, dropPinned, pinnedKey } from './pinned-list.ts';

const chatId = idOf<ChatId>(1);
const at = (second: number) => `2026-03-01T13:00:0${second}.000Z`;
const pinned = (seq: number, second: number, fields: Partial<Message> = {}) =>
  aMessage(1, seq, { rev: 10 + second, pinnedAt: at(second), ...fields });

/** A cache with these pinned messages, and what it lists after a change. */
function aCache(...list: readonly Message[]) {
  const client = new QueryClient();
  client.setQueryData(pinnedKey(chatId), list);
  return { client, seqs: () => client.getQueryData<readonly Message[]>(pinnedKey(chatId))?.map(({ seq }) => seq) };
}

test('[MSG-443] pinned messages are listed by their pin, unpinned and deleted ones are removed', () => {
  const { client, seqs } = aCache(pinned(3, 1));
  changePinned(client, chatId, [{ message: pinned(1, 5) }, { message: pinned(2, 3) }, { message: aMessage(1, 7) }]);
  expect(seqs()).toEqual([1, 2, 3]);
  changePinned(client, chatId, [{ message: aMessage(1, 2, { rev: 20 }) }]);
  expect(seqs()).toEqual([1, 3]);
  dropPinned(client, chatId, aMessage(1, 1)._id);
  expect(seqs()).toEqual([3]);
});

test('[MSG-443] an outdated state neither pins nor unpins', () => {
  const { client, seqs } = aCache(pinned(1, 5));
  changePinned(client, chatId, [{ message: aMessage(1, 1, { rev: 9 }) }]);
  expect(seqs()).toEqual([1]);
  const unpinned = aMessage(1, 2, { rev: 30 });
  client.setQueryData(messagesKey(chatId), beginLog([unpinned], { hasOlder: false, head: 2 }));
  changePinned(client, chatId, [{ message: pinned(2, 3) }]);
  expect(seqs()).toEqual([1]);
  // Before the list is known, nothing is listed.
  const empty = new QueryClient();
  changePinned(empty, chatId, [{ message: pinned(1, 5) }]);
  expect(empty.getQueryData(pinnedKey(chatId))).toBeUndefined();
});

test('[RT-331] a list that missed events is still loaded again after a later one', async () => {
  const { client } = aCache(pinned(1, 5));
  await client.invalidateQueries({ queryKey: pinnedKey(chatId) });
  changePinned(client, chatId, [{ message: aMessage(1, 7, { rev: 40 }) }]);
  expect(client.getQueryState(pinnedKey(chatId))?.isInvalidated).toBe(true);
});
