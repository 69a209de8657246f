import * as contract from '@chat-app/contract';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterEach, expect, test, vi } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { freePort } from './free-port.ts';
import { useProgram } from './program.ts';
import { startRedis } from './redis.ts';
import { copyDatabase } from './test-app.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const { place, start, end } = useProgram();
const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const stopWithinMs = 15_000;

/** A database and a Redis that several processes share. */
async function sharedGround() {
  const target = await copyDatabase(undo as (() => Promise<unknown>)[]);
  const redis = await startRedis();
  undo.push(() => redis.stop());
  const { host, port, user, database } = target;
  const environment = {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    RATE_LIMITS: 'off',
  };
  return { target, environment, redisUrl: redis.url };
}

/** Passes connections on to the port that is set, as a load balancer would to whoever is ready. */
async function aProxy() {
  const upstream = { port: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(upstream.port, '127.0.0.1');
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => {
    server.close();
    open.forEach((socket) => socket.destroy());
  });
  return { upstream, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function meet(url: string, target: Parameters<typeof connectDatabase>[0]) {
  const people: { visitor: Visitor; id: string }[] = [];
  for (const name of ['Ann', 'Bob']) {
    const visitor = createVisitor(url);
    const { body } = await visitor.call(contract.register, {
      name,
      email: `${name}@example.org`,
      password: 'Secret1!',
    });
    people.push({ visitor, id: body.user.id });
  }
  const database = connectDatabase(target);
  await database.sql`update users set verified_at = now()`;
  await database.close();
  const [ann, bob] = people;
  if (!ann || !bob) throw new Error('nobody is there');
  await ann.visitor.call(contract.sendFriendRequest, { friendId: bob.id });
  await bob.visitor.call(contract.sendFriendRequest, { friendId: ann.id });
  const { chatId } = (await ann.visitor.call(contract.createChat, { members: [bob.id] })).body;
  return { ann, bob, chatId };
}

/** A client as the library makes it: it comes again by itself, unless it was told goodbye. */
async function aDevice(url: string, { cookies }: Visitor) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 200,
    extraHeaders: { cookie: `session=${cookies.get('session')}` },
  });
  undo.push(() => void socket.disconnect());
  const seen = { connects: 0, reasons: [] as string[], closedAt: 0, messages: [] as string[] };
  socket.on('connect', () => {
    seen.connects += 1;
  });
  socket.on('disconnect', (reason) => {
    seen.reasons.push(reason);
    seen.closedAt = Date.now();
  });
  socket.on('newMessage', ({ content }: contract.Message) => seen.messages.push(content));
  await vi.waitUntil(() => seen.connects === 1, { timeout: 8000 });
  return seen;
}

/** Sends until it is over; what was not answered goes again under the same mark. */
async function write(person: Visitor, chatId: string, name: string, clock: { isOver: boolean }): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let number = 0; !clock.isOver; number += 1) {
    const clientId = `${name}-${number}`;
    for (let status = 0; status !== 201 && status !== 200;) {
      const sending = person.call(contract.sendMessage, { chatId, content: clientId, type: 'text', clientId });
      status = (await sending.catch(() => null))?.status ?? 0;
      if (status !== 201 && status !== 200) await pause(50);
    }
    acknowledged.push(clientId);
    await pause(5);
  }
  return acknowledged;
}

async function history(person: Visitor, chatId: string): Promise<string[]> {
  const all: contract.Message[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.seq) {
    const { body } = await person.call(contract.getMessages, { chatId, limit: 50, before });
    all.push(...body.data);
    if (!body.haveMore) return all.map(({ content }) => content);
  }
}

test(
  '[CLU-20] a node that is told to stop sends its people to another one, and nothing they were promised is lost',
  { timeout: 120_000 },
  async () => {
    const { target, environment, redisUrl } = await sharedGround();
    const [firstPort, secondPort] = [await freePort(), await freePort()];
    const { upstream, url } = await aProxy();
    const shared = { ...environment, REDIS_URL: redisUrl, PUBLIC_URL: url };
    const first = await start({ ...shared, PORT: String(firstPort) });
    const second = await start({ ...shared, PORT: String(secondPort) });
    upstream.port = firstPort;
    const { ann, bob, chatId } = await meet(url, target);
    const devices = await Promise.all(Array.from({ length: 8 }, () => aDevice(url, bob.visitor)));
    const clock = { isOver: false };
    const writing = [1, 2, 3, 4].map((name) => write(ann.visitor, chatId, `w${name}`, clock));

    const askedAt = Date.now();
    first.child.kill('SIGTERM');
    const exit = once(first.child, 'exit');
    const direct = createVisitor(`http://127.0.0.1:${firstPort}`);
    await vi.waitFor(async () => {
      const answer = await direct.send('GET', '/readyz');
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', reasons: ['draining'] } });
    });
    expect((await direct.send('GET', '/healthz')).status).toBe(200);
    upstream.port = secondPort;

    expect(await exit).toEqual([0, null]);
    expect(Date.now() - askedAt).toBeLessThan(stopWithinMs);
    await vi.waitUntil(() => devices.every(({ connects }) => connects === 2), { timeout: 8000 });
    expect(devices.map(({ reasons }) => reasons)).toEqual(devices.map(() => ['transport close']));
    const closings = devices.map(({ closedAt }) => closedAt).toSorted((a, b) => a - b);
    // The first goes in the first eighth of five seconds, the last in the last.
    expect((closings.at(-1) ?? 0) - (closings[0] ?? 0)).toBeGreaterThan(2000);

    clock.isOver = true;
    const acknowledged = (await Promise.all(writing)).flat();
    expect((await history(ann.visitor, chatId)).toSorted()).toEqual(acknowledged.toSorted());
    expect(acknowledged.length).toBeGreaterThan(20);
    await ann.visitor.call(contract.sendMessage, { chatId, content: 'Still here?', type: 'text' });
    await vi.waitUntil(() => devices.every(({ messages }) => messages.includes('Still here?')), { timeout: 8000 });
    expect(second.child.exitCode).toBeNull();
  },
);

test('[OPS-31] a device that does not answer keeps no process from stopping', async () => {
  const { target, environment } = await sharedGround();
  const url = `http://127.0.0.1:${place.port}`;
  const { child } = await start(environment);
  const { ann } = await meet(url, target);
  const device = await aDevice(url, ann.visitor);
  const asleep = connect(place.port, '127.0.0.1');
  undo.push(() => void asleep.destroy());
  asleep.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(asleep, 'data');
  asleep.pause();
  expect(await end(child, 'SIGTERM')).toBe(0);
  await vi.waitUntil(() => device.reasons.length > 0);
  expect(device.reasons).toEqual(['transport close']);
});
