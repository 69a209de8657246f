import type { ChatId } from '@chat-app/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { aMessage, aRow, idOf } from '../../test/chats.ts';
import { startStandInServer } from '../../test/stand-in-server.ts';
import { chatListQuery } from './chats.ts';
import { beginLog, messagesKey } from './message-log.ts';
import { onceLogCovers } from './messages.live.ts';
import { messagesQuery } from './messages.ts';

afterEach(() => void vi.unstubAllGlobals());

test('[MSG-521] pages that are loaded one after the other have the rev of the first', async () => {
  const page = `GET /api/messages/get/${idOf(1)}`;
  const late = aMessage(1, 2, { rev: 9 });
  startStandInServer({
    [`${page}?limit=15`]: { body: { data: [aMessage(1, 4, { rev: 5 }), aMessage(1, 3)], haveMore: true, readSeq: 1 } },
    [`${page}?limit=50&before=3`]: { body: { data: [late, aMessage(1, 1)], haveMore: false } },
  });
  const client = new QueryClient();
  client.setQueryData(chatListQuery('').queryKey, [aRow(1, { read: false, lastSeq: 4 })]);
  const log = await client.fetchQuery(messagesQuery(idOf<ChatId>(1)));
  // Something at rev 6 to 8 may have changed a message of the first page after it was read.
  expect({ rev: log.rev, seqs: log.messages.map(({ seq }) => seq) }).toEqual({ rev: 5, seqs: [1, 2, 3, 4] });
});

test('[MSG-48] a message that arrived is not shown as outgoing when the loaded part begins after it', () => {
  const client = new QueryClient();
  const arrived = vi.fn<() => void>();
  const key = messagesKey(idOf<ChatId>(1));
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
