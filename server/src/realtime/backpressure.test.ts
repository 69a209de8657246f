import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { aGateway } from './gateway.fixture.ts';
import type { ClientSocket } from './rooms.ts';

/** Speaks just enough of the protocol to connect, and then stops reading. */
function connectAndStall(port: number) {
  const tcp = connect(port, '127.0.0.1');
  tcp.on('error', () => {});
  const upgrade = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version: 13',
  ];
  tcp.write(['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Host: x', ...upgrade, '', ''].join('\r\n'));
  tcp.once('data', () => {
    // '40' opens the default namespace. Client frames are masked, here with zeros.
    tcp.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
    tcp.pause();
  });
  return tcp;
}

/** Not part of the library's types. */
function tcpSocketOf({ conn }: ClientSocket) {
  return (conn.transport as unknown as { socket: { _socket: Socket } }).socket._socket;
}

test('[RT-22] a connection that stops reading is closed, and its waiting packets are discarded', async () => {
  const { gateway, url } = await aGateway();
  const { sockets } = gateway.io.of('/');
  const tcp = connectAndStall(Number(new URL(url).port));
  await vi.waitUntil(() => sockets.size === 1);
  const [tcpSocket] = Array.from(sockets.values(), tcpSocketOf);
  if (!tcpSocket) throw new Error('there is no connection');
  const writing = vi.spyOn(tcpSocket, 'write');
  const ending = vi.spyOn(tcpSocket, 'destroy');

  // More than the operating system buffers; emitted one by one, so that all but one wait in the library's queue.
  const long = 'x'.repeat(60_000);
  for (let count = 0; count < 600; count += 1) {
    gateway.io.emit('errorMessage', 'test', long, { code: 'internal' });
    await new Promise(setImmediate);
  }
  await vi.waitUntil(() => sockets.size === 0);
  expect(gateway.io.engine.clientsCount).toBe(0);
  // Each packet written to a closed connection fails: a hundred such connections blocked the process for over a second.
  // What is emitted before the library learns that the connection is closed is written in vain, but nothing that waited.
  const endedAt = ending.mock.invocationCallOrder[0] ?? 0;
  expect(writing.mock.invocationCallOrder.filter((order) => order > endedAt).length).toBeLessThan(10);

  tcp.destroy();
});
