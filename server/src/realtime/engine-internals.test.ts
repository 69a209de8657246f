import { expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { encodeEvent } from './encoded-event.ts';
import {
  bufferedBytes,
  bufferedPackets,
  connectionOf,
  discardBuffer,
  listConnections,
  terminate,
  writeEvent,
} from './engine-internals.ts';
import { aGateway, openSocket } from './gateway.fixture.ts';

/** Both ends of a connection: the client's socket, and the server's. */
async function aConnection(transport: 'websocket' | 'polling') {
  const { gateway, url } = await aGateway();
  const client = openSocket(url, { transports: [transport] });
  await vi.waitUntil(() => client.connected);
  const [socket] = gateway.io.of('/').sockets.values();
  if (!socket) throw new Error('the server has no connection');
  return { client, gateway, socket, connection: connectionOf(socket) };
}

test('[RT-22] counts the packets that wait for a device, and discards them', async () => {
  const { gateway, connection } = await aConnection('websocket');
  expect(bufferedPackets(connection)).toBe(0);
  for (let count = 0; count < 5; count += 1) gateway.io.emit('outChat', asId('a chat'));
  // The first packet is handed to the transport at once; the others wait until it is writable again.
  expect(bufferedPackets(connection)).toBe(4);
  discardBuffer(connection);
  expect([bufferedPackets(connection), bufferedBytes(connection)]).toEqual([0, 0]);
});

test('[RT-22] counts the bytes that the WebSocket of a device has not written', async () => {
  const { gateway, connection } = await aConnection('websocket');
  // More than the operating system buffers.
  gateway.io.emit('outChat', asId('x'.repeat(12_000_000)));
  expect(bufferedBytes(connection)).toBeGreaterThan(1_000_000);
  await vi.waitUntil(() => bufferedBytes(connection) === 0);
});

test.each(['websocket', 'polling'] as const)('[RT-22] lists and terminates a connection over %s', async (transport) => {
  const { client, connection, gateway } = await aConnection(transport);
  expect(listConnections(gateway.io)).toEqual([connection]);
  terminate(connection);
  await vi.waitUntil(() => client.disconnected);
  expect(listConnections(gateway.io)).toEqual([]);
});

test.each(['websocket', 'polling'] as const)('[RT-310] encoded events arrive unchanged over %s', async (transport) => {
  const { client, socket } = await aConnection(transport);
  const received: unknown[][] = [];
  client.onAny((...event: unknown[]) => received.push(event));
  // Around the two lengths at which the header of a frame grows; the name and the protocol take 17 bytes.
  const lengths = [0, 1, 105, 108, 109, 110, 65_517, 65_518, 65_519, 65_520, 100_000];
  const ids = [...lengths.map((length) => 'x'.repeat(length)), 'Grüße 👋 "quoted"\n\u2028 中文'];
  for (const id of ids) writeEvent(socket, encodeEvent('outChat', asId(id)));
  await vi.waitFor(() => expect(received).toHaveLength(ids.length));
  expect(received).toEqual(ids.map((id) => ['outChat', id]));
});

test('[RT-310] events that wait for a device leave in one write', async () => {
  const { client, connection, socket } = await aConnection('websocket');
  const received: unknown[] = [];
  client.onAny((_: string, id: unknown) => received.push(id));
  const tcp = connection.transport.socket?._socket;
  if (!tcp) throw new Error('there is no connection');
  const corking = vi.spyOn(tcp, 'cork');
  const ids = ['1', '2', '3', '4', '5'];
  for (const id of ids) writeEvent(socket, encodeEvent('outChat', asId(id)));
  await vi.waitFor(() => expect(received).toEqual(ids));
  // The first left at once, the others together.
  expect([corking.mock.calls.length, tcp.writableCorked]).toEqual([1, 0]);
});
