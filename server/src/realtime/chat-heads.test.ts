import type { ChatId } from '@chat-app/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { type ChatHead, emitHeads } from './chat-heads.ts';
import { rooms, type SocketServer } from './rooms.ts';

const disposers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).toReversed()) await dispose();
});

async function aServer() {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const io: SocketServer = new Server(httpServer);
  disposers.push(() => io.close());
  return { io, url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}` };
}

/** A device in these chats, and the `chatHeads` it received. */
async function aDevice({ io, url }: Awaited<ReturnType<typeof aServer>>, chatIds: readonly ChatId[]) {
  const connection = new Promise<Parameters<Parameters<SocketServer['on']>[1]>[0]>((resolve) => {
    io.once('connection', resolve);
  });
  const socket = connect(url, { transports: ['websocket'], forceNew: true });
  disposers.push(() => void socket.disconnect());
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
  const server = await aServer();
  const ofAnn = await aDevice(server, [asId('one'), asId('two'), asId('quiet')]);
  const others: Awaited<ReturnType<typeof aDevice>>[] = [];
  for (let count = 0; count < 120; count += 1) others.push(await aDevice(server, [asId(`chat ${count}`)]));
  const headOf = (name: string, lastSeq: number): [ChatId, ChatHead] => {
    const chatId = asId<ChatId>(name);
    return [chatId, { chatId, lastSeq, rev: lastSeq + 1 }];
  };
  await emitHeads(server.io, new Map([headOf('one', 3), headOf('two', 5), headOf('chat 119', 7)]));
  server.io.emit('outChat', asId('the last event'));
  await vi.waitUntil(() => [ofAnn, ...others].every(({ isDone }) => isDone()));
  expect(ofAnn.received).toEqual([
    [
      { one: 3, two: 5 },
      { one: 4, two: 6 },
    ],
  ]);
  expect(others[119]?.received).toEqual([[{ 'chat 119': 7 }, { 'chat 119': 8 }]]);
  expect(others.slice(0, 119).flatMap(({ received }) => received)).toEqual([]);
});
