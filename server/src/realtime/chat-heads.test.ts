import type { ChatId } from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { type ChatHead, emitHeads } from './chat-heads.ts';
import { aSocketServer, openSocket } from './gateway.fixture.ts';
import { rooms, type SocketServer } from './rooms.ts';

/** A device in these chats, and the `chatHeads` it received. */
async function aDevice({ io, url }: Awaited<ReturnType<typeof aSocketServer>>, chatIds: readonly ChatId[]) {
  const connection = new Promise<Parameters<Parameters<SocketServer['on']>[1]>[0]>((resolve) => {
    io.once('connection', resolve);
  });
  const socket = openSocket(url);
  const received: unknown[] = [];
  let isDone = false;
  socket.on('chatHeads', (...heads) => received.push(heads));
  socket.on('outChat', () => {
    isDone = true;
  });
  await (await connection).join(chatIds.map(rooms.chat));
  return { received, isDone: () => isDone };
}

test('[RT-7] a device receives the heads of its own chats, in one event, and none without any', async () => {
  const server = await aSocketServer();
  const ofAnn = await aDevice(server, [asId('one'), asId('two'), asId('quiet')]);
  const others: Awaited<ReturnType<typeof aDevice>>[] = [];
  // More than are notified in one go.
  for (let count = 0; count < 60; count += 1) others.push(await aDevice(server, [asId(`chat ${count}`)]));
  const headOf = (name: string, lastSeq: number): [ChatId, ChatHead] => {
    const chatId = asId<ChatId>(name);
    return [chatId, { chatId, lastSeq, rev: lastSeq + 1 }];
  };
  const moved = others.slice(0, 55).map((_, count) => headOf(`chat ${count}`, 7));
  await emitHeads(server.io, new Map([headOf('one', 3), headOf('two', 5), ...moved]));
  server.io.emit('outChat', asId('the last event'));
  await vi.waitUntil(() => [ofAnn, ...others].every(({ isDone }) => isDone()));
  expect(ofAnn.received).toEqual([
    [
      { one: 3, two: 5 },
      { one: 4, two: 6 },
    ],
  ]);
  const heads = moved.map(([chatId]) => [[{ [chatId]: 7 }, { [chatId]: 8 }]]);
  expect(others.map(({ received }) => received)).toEqual([...heads, [], [], [], [], []]);
});
