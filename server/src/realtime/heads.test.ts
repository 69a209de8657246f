import type { ChatId } from '@chat-app/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as dial } from 'socket.io-client';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { tellHeads } from './heads.ts';
import { rooms, type SocketServer } from './rooms.ts';

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function aServer() {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const server: SocketServer = new Server(httpServer);
  undo.push(() => server.close());
  return { server, url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}` };
}

/** A device in these chats, and the heads it received. */
async function aDevice({ server, url }: Awaited<ReturnType<typeof aServer>>, chatIds: readonly ChatId[]) {
  const connection = new Promise<Parameters<Parameters<SocketServer['on']>[1]>[0]>((resolve) => {
    server.once('connection', resolve);
  });
  const socket = dial(url, { transports: ['websocket'], forceNew: true });
  undo.push(() => void socket.disconnect());
  const told: unknown[] = [];
  socket.on('chatHeads', (heads) => told.push(heads));
  await (await connection).join(chatIds.map(rooms.chat));
  return told;
}

test('[RT-7] every device receives the heads of its own chats, for any number of devices', async () => {
  const stage = await aServer();
  const ofAnn = await aDevice(stage, [asId('one'), asId('two'), asId('quiet')]);
  const others: unknown[][] = [];
  for (let count = 0; count < 120; count += 1) others.push(await aDevice(stage, [asId(`chat ${count}`)]));
  await tellHeads(
    stage.server,
    new Map<ChatId, number>([
      [asId('one'), 3],
      [asId('two'), 5],
      [asId('chat 119'), 7],
    ]),
  );
  await vi.waitUntil(() => [ofAnn, ...others].every((told) => told.length === 1));
  expect(ofAnn).toEqual([{ one: 3, two: 5 }]);
  expect(others[0]).toEqual([{}]);
  expect(others[119]).toEqual([{ 'chat 119': 7 }]);
});
