import { io as connect } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '../../test/after-test.ts';
import { asId } from '../../test/as-id.ts';
import { bufferedBytes, bufferedPackets, discardBuffer, listConnections, terminate } from './engine-internals.ts';
import { aGateway } from './gateway.fixture.ts';

/** Both ends of a connection: the client's socket, and the server's. */
async function aConnection(transport: 'websocket' | 'polling') {
  const { gateway, url } = await aGateway();
  const client = connect(url, { transports: [transport], forceNew: true, reconnection: false });
  afterTest(() => void client.disconnect());
  await vi.waitUntil(() => client.connected);
  const [socket] = gateway.io.of('/').sockets.values();
  if (!socket) throw new Error('the server has no connection');
  return { client, gateway, socket };
}

test('[RT-22] counts the packets that wait for a device, and discards them', async () => {
  const { gateway, socket } = await aConnection('websocket');
  expect(bufferedPackets(socket)).toBe(0);
  for (let count = 0; count < 5; count += 1) gateway.io.emit('outChat', asId('a chat'));
  // The first packet is handed to the transport at once; the others wait until it is writable again.
  expect(bufferedPackets(socket)).toBe(4);
  discardBuffer(socket);
  expect(bufferedPackets(socket)).toBe(0);
});

test('[RT-22] counts the bytes that the WebSocket of a device has not written', async () => {
  const { gateway, socket } = await aConnection('websocket');
  expect(bufferedBytes(socket)).toBe(0);
  // More than the operating system buffers.
  gateway.io.emit('outChat', asId('x'.repeat(20_000_000)));
  expect(bufferedBytes(socket)).toBeGreaterThan(1_000_000);
  await vi.waitUntil(() => bufferedBytes(socket) === 0, { timeout: 10_000 });
});

test.each(['websocket', 'polling'] as const)('[RT-22] lists and terminates a connection over %s', async (transport) => {
  const { client, gateway, socket } = await aConnection(transport);
  expect(listConnections(gateway.io)).toEqual([socket.conn]);
  terminate(socket);
  await vi.waitUntil(() => client.disconnected);
  expect(listConnections(gateway.io)).toEqual([]);
});
