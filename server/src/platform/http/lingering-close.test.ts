import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Bounds, closeAfterBody, lingerBounds, maxLingering } from './lingering-close.ts';

const megabyte = 1024 * 1024;
const [anonymous, signedIn] = [lingerBounds.anonymous(), lingerBounds.signedIn(100 * megabyte)];
let server: Server;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

async function listen(bounds: Bounds) {
  server = createServer((request, response) => {
    closeAfterBody(request, bounds);
    response.writeHead(401, { connection: 'close' }).end('no');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

interface Refused {
  readonly sender: Socket;
  readonly receiver: Socket;
  readonly request: IncomingMessage;
  readonly answer: string;
}

/** Sends the head of a request and reads the whole response, which arrives before any of the body was sent. */
async function refuse(bodyBytes: number): Promise<Refused> {
  const { port } = server.address() as AddressInfo;
  const sender = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sender.on('error', () => {});
  const heard: string[] = [];
  sender.on('data', (chunk) => heard.push(String(chunk)));
  const asked = once(server, 'request') as Promise<[IncomingMessage]>;
  sender.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
  const [[request]] = await Promise.all([asked, once(sender, 'end')]);
  return { sender, receiver: request.socket, request, answer: heard.join('') };
}

/** Resolves when the server has read it. */
async function send({ sender, request }: Refused, body: string) {
  const arrived = once(request, 'data');
  sender.write(body);
  await arrived;
}

test('[UP-200] the whole response arrives before the body has ended, whose rest is still read', async () => {
  await listen(anonymous);
  const { sender, receiver, request, answer } = await refuse(10);
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*no/);
  expect(receiver.destroyed).toBe(false);

  sender.end('0123456789');
  await once(receiver, 'close');
  expect([request.complete, sender.errored]).toEqual([true, null]);
});

test('[UP-210] a slow sender with a session finishes: only silence counts', async () => {
  await listen(signedIn);
  const refused = await refuse(21);
  for (let sent = 0; sent < 20; sent += 1) {
    await send(refused, 'x');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(refused.receiver.destroyed).toBe(false);
  }
  refused.sender.end('x');
  await once(refused.receiver, 'close');
  expect(refused.request.complete).toBe(true);
});

test.each([
  ['anonymous', 5_000, anonymous],
  ['signed in', 10_000, signedIn],
] as const)('[UP-200] a silent sender (%s) is cut off after %i ms', async (_who, silenceMs, bounds) => {
  await listen(bounds);
  const refused = await refuse(10);
  await send(refused, 'x');
  await vi.advanceTimersByTimeAsync(silenceMs - 1);
  expect(refused.receiver.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([refused.receiver.destroyed, refused.request.complete]).toEqual([true, false]);
});

test('[UP-200] a sender without a session is cut off after half a minute', async () => {
  await listen(anonymous);
  const refused = await refuse(100);
  for (let sent = 0; sent < 7; sent += 1) {
    await send(refused, 'x');
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect(refused.receiver.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([refused.receiver.destroyed, refused.request.complete]).toEqual([true, false]);
});

test.each([
  ['4 MB without a session', anonymous],
  ['twice the largest file with one', lingerBounds.signedIn(2 * megabyte)],
])('[UP-210] more than %s are not accepted', async (_what, bounds) => {
  await listen(bounds);
  const refused = await refuse(64 * megabyte);
  refused.sender.write(Buffer.alloc(64 * megabyte));
  await once(refused.receiver, 'close');
  expect(refused.request.complete).toBe(false);
  expect(refused.receiver.bytesRead).toBeGreaterThan(4 * megabyte);
  expect(refused.receiver.bytesRead).toBeLessThan(8 * megabyte);
});

test('[UP-210] beyond a hundred lingering connections, the next is closed at once; one that ends makes room', async () => {
  await listen(signedIn);
  const lasting: Refused[] = [];
  for (let count = 0; count < maxLingering; count += 1) lasting.push(await refuse(10));
  const next = await refuse(10);
  await vi.waitFor(() => expect(next.receiver.destroyed).toBe(true));
  expect(lasting.filter(({ receiver }) => receiver.destroyed)).toEqual([]);

  const [first] = lasting;
  first?.sender.end('0123456789');
  await once(first?.receiver ?? server, 'close');
  expect((await refuse(10)).receiver.destroyed).toBe(false);
});
