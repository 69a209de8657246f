import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeAfterBody } from './lingering-close.ts';

const patient = { silenceMs: 60_000, totalMs: 60_000, maxBytes: 32 * 1024 * 1024 };
let server: Server;
afterEach(() => server.close());

/** A sender, and the server's side of the connection, which refuses every request before it reads the body. */
async function connectToRefusing(bounds: typeof patient): Promise<{ sender: Socket; receiver: Socket }> {
  server = createServer((request, response) => {
    closeAfterBody(request, bounds);
    response.writeHead(401, { connection: 'close' }).end('no');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sender.on('error', () => {});
  const [receiver] = (await once(server, 'connection')) as [Socket];
  return { sender, receiver };
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test('[UP-200] the whole answer comes before the body has ended, and the rest of the body is still taken', async () => {
  const { sender, receiver } = await connectToRefusing(patient);
  const heard: string[] = [];
  sender.on('data', (chunk) => heard.push(String(chunk)));
  sender.write(head(10));
  await once(sender, 'end');
  expect(heard.join('')).toMatch(/^HTTP\/1\.1 401 [^]*no/);
  expect(receiver.destroyed).toBe(false);

  sender.end('0123456789');
  await once(receiver, 'close');
  expect(sender.errored).toBeNull();
});

test.each([
  ['falls silent', { ...patient, silenceMs: 30 }, ''],
  ['takes too long', { ...patient, totalMs: 30 }, ''],
  ['sends too much', { ...patient, maxBytes: 1000 }, 'x'.repeat(5000)],
])('[UP-200] a sender who %s is cut off', async (_, bounds, body) => {
  const { sender, receiver } = await connectToRefusing(bounds);
  sender.write(head(1_000_000) + body);
  await once(receiver, 'close');
  expect(receiver.destroyed).toBe(true);
});
