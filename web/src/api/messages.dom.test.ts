import type { ChatId } from '@chat-app/contract';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { dataOf, listCall, newestCall, pageOf } from '../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../test/chats.ts';
import { startStandInServer } from '../../test/stand-in-server.ts';
import { chatListQuery, deleteChatOptions } from './chats.ts';
import { beginLog, messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { onceLogCovers } from './messages.live.ts';
import { messagesQuery } from './messages.ts';

afterEach(() => void vi.unstubAllGlobals());

const chatId = idOf<ChatId>(1);
const key = messagesKey(chatId);
const listKey = chatListQuery('').queryKey;

test('[MSG-521] pages that are loaded one after the other have the rev of the first', async () => {
  const late = aMessage(1, 2, { rev: 9 });
  startStandInServer({
    [newestCall(1)]: pageOf([aMessage(1, 3), aMessage(1, 4, { rev: 5 })], { haveMore: true, readSeq: 1 }),
    [`GET /api/messages/get/${chatId}?limit=50&before=3`]: pageOf([aMessage(1, 1), late]),
  });
  const client = new QueryClient();
  client.setQueryData(listKey, [aRow(1, { read: false, lastSeq: 4 })]);
  const log = await client.fetchQuery(messagesQuery(chatId));
  // Something at rev 6 to 8 may have changed a message of the first page after it was read.
  expect({ rev: log.rev, seqs: log.messages.map(({ seq }) => seq) }).toEqual({ rev: 5, seqs: [1, 2, 3, 4] });
});

test('[MSG-521] what was known before a chat without a row was found to be empty is not kept', async () => {
  startStandInServer({ [newestCall(1)]: pageOf([]) });
  const client = new QueryClient();
  client.setQueryData(listKey, []);
  // Without revs, so that the newest page is requested.
  client.setQueryData(key, beginLog([aMessage(1, 1), aMessage(1, 2)], { hasOlder: false, head: 2 }));
  await client.fetchQuery(messagesQuery(chatId));
  expect(client.getQueryData<MessageLog>(key)?.messages).toEqual([]);
});

test('[MSG-48] a message that arrived is not shown as outgoing when the loaded part begins after it', () => {
  const client = new QueryClient();
  const arrived = vi.fn<() => void>();
  client.setQueryData(key, beginLog([aMessage(1, 3)], { hasOlder: true, head: 3 }));
  onceLogCovers(client, aMessage(1, 5), arrived);
  client.setQueryData(key, beginLog([aMessage(1, 4)], { hasOlder: true, head: 4 }));
  expect(arrived).not.toHaveBeenCalled();
  // For example after another device of the user has cleared the chat.
  client.setQueryData(key, beginLog([aMessage(1, 7)], { hasOlder: true, head: 7 }));
  expect(arrived).toHaveBeenCalledOnce();
  onceLogCovers(client, aMessage(1, 6), arrived);
  onceLogCovers(client, aMessage(2, 6), arrived);
  expect(arrived).toHaveBeenCalledTimes(3);
});

test('[MSG-521] a chat that a message brought back before the answer to its deletion stays in the list', async () => {
  const row = aRow(1, { lastSeq: 4 });
  const server = startStandInServer({
    [listCall]: dataOf(row),
    [`DELETE /api/chats/delete/${idOf(1)}`]: { body: {} },
  });
  const client = new QueryClient();
  const unfollow = new QueryObserver(client, chatListQuery('')).subscribe(() => {});
  await vi.waitUntil(() => client.getQueryData(listKey));
  const onGone = vi.fn<() => void>();
  await new MutationObserver(client, deleteChatOptions(client, { onGone })).mutate(chatId);
  await vi.waitFor(() => expect(server.timesAsked(listCall)).toBe(2));
  await vi.waitFor(() => expect(client.getQueryData(listKey)).toMatchObject([{ _id: row._id }]));
  expect(onGone).toHaveBeenCalledOnce();
  unfollow();
});
