import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { afterTest } from '../../test/after-test.ts';
import { aSocketServer, openSocket } from './gateway.fixture.ts';
import { pingInGroups } from './heartbeat.ts';

async function aServer({ pingTimeout }: { pingTimeout: number }) {
  const server = await aSocketServer({ pingInterval: 100, pingTimeout });
  pingInGroups(server.io, (ms, work) => {
    const timer = setInterval(work, ms);
    afterTest(() => clearInterval(timer));
  });
  return server;
}

async function aDevice(url: string, transport: 'websocket' | 'polling') {
  const socket = openSocket(url, { transports: [transport] });
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
