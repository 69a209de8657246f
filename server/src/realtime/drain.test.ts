import type { ChatId } from '@chat-app/contract';
import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { createBroadcaster } from './broadcaster.ts';
import { spreadOut } from './drain.ts';
import { aGateway, openSocket } from './gateway.fixture.ts';

/** A device, and why it was disconnected. */
async function aDevice(url: string, transport = 'websocket') {
  const again = { reconnection: true, reconnectionDelay: 10, reconnectionDelayMax: 10 };
  const socket = openSocket(url, { transports: [transport], ...again });
  const reasons: string[] = [];
  const errors: string[] = [];
  socket.on('disconnect', (reason) => reasons.push(reason));
  socket.on('connect_error', (error) => errors.push(error.message));
  await vi.waitUntil(() => socket.connected);
  return { socket, reasons, errors };
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const request = get(url, { headers });
  const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume: () => void }];
  response.resume();
  return response.statusCode;
}

describe('[OPS-31] a process that drains', () => {
  test('spreads the disconnects over the given time', () => {
    const delays = spreadOut(100, 5000);
    expect(delays).toHaveLength(100);
    delays.forEach((delay, index) => {
      expect(delay).toBeGreaterThanOrEqual(index * 50);
      expect(delay).toBeLessThan((index + 1) * 50);
    });
    expect(spreadOut(0, 5000)).toEqual([]);
  });

  test.each(['websocket', 'polling'])(
    'looks like a lost connection over %s, so that devices reconnect',
    async (via) => {
      const { gateway, url } = await aGateway();
      const devices = [await aDevice(url, via), await aDevice(url, via)];
      await gateway.drain(20);
      await vi.waitUntil(() => devices.every(({ reasons, errors }) => reasons.length > 0 && errors.length > 0));
      expect(devices.map(({ reasons }) => reasons)).toEqual([['transport close'], ['transport close']]);
      expect(devices.map(({ socket }) => socket.active)).toEqual([true, true]);
    },
  );

  test('sends pending events before it disconnects a device', async () => {
    const { gateway, url } = await aGateway();
    const { socket, reasons } = await aDevice(url);
    const received: string[] = [];
    socket.on('outChat', (chatId: ChatId) => received.push(chatId));
    const emitted = Array.from({ length: 200 }, (_, index) => asId<ChatId>(`chat ${index}`));
    for (const chatId of emitted) gateway.io.emit('outChat', chatId);
    await gateway.drain(0);
    await vi.waitUntil(() => reasons.length > 0);
    expect(received).toEqual(emitted);
  });

  test('refuses new devices with a status that load balancers understand', async () => {
    const { gateway, url } = await aGateway();
    const polling = `${url}/socket.io/?EIO=4&transport=polling`;
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    expect(await statusOf(polling)).toBe(200);
    await gateway.drain(0);
    expect(await statusOf(polling)).toBe(503);
    expect(await statusOf(`${url}/socket.io/?EIO=4&transport=websocket`, upgrade)).toBe(503);
  });

  test('differs from a session that ends, after which devices do not reconnect', async () => {
    const { gateway, url } = await aGateway();
    const { socket, reasons } = await aDevice(url);
    createBroadcaster(gateway.io).disconnectSessionsHere([asId('s')]);
    await vi.waitUntil(() => reasons.length > 0);
    expect(reasons).toEqual(['io server disconnect']);
    expect(socket.active).toBe(false);
  });
});
