import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '../../test/after-test.ts';
import { pingInGroups } from './heartbeat.ts';
import type { SocketServer } from './rooms.ts';

async function aServer({ pingTimeout }: { pingTimeout: number }) {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const io: SocketServer = new Server(httpServer, { pingInterval: 500, pingTimeout });
  afterTest(() => io.close());
  pingInGroups(io, (ms, work) => {
    const timer = setInterval(work, ms);
    afterTest(() => clearInterval(timer));
  });
  return { io, url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}` };
}

async function aDevice(url: string, transport: 'websocket' | 'polling') {
  const socket = connect(url, { transports: [transport], forceNew: true, reconnection: false });
  afterTest(() => void socket.disconnect());
  let pings = 0;
  socket.io.on('ping', () => {
    pings += 1;
  });
  await vi.waitUntil(() => socket.connected);
  return { socket, pings: () => pings };
}

test.each(['websocket', 'polling'] as const)('[RT-311] a device that answers stays connected over %s', async (via) => {
  const { url } = await aServer({ pingTimeout: 15_000 });
  const devices = [await aDevice(url, via), await aDevice(url, via), await aDevice(url, via)];
  await vi.waitUntil(() => devices.every(({ pings }) => pings() >= 4));
  expect(devices.map(({ socket }) => socket.connected)).toEqual([true, true, true]);
});

test('[RT-311] a device that does not answer is disconnected, and its place is given up', async () => {
  const { io, url } = await aServer({ pingTimeout: 2000 });
  const { socket } = await aDevice(url, 'websocket');
  const [device] = io.of('/').sockets.values();
  const left = once(device as never, 'disconnect');
  // The library has no way to stay silent.
  Object.assign(socket.io.engine, { _sendPacket: () => {} });
  expect(await left).toContain('ping timeout');
  expect(io.engine.clientsCount).toBe(0);
});
