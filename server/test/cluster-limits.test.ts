import * as contract from '@chat-app/contract';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { startCluster } from './cluster.ts';
import { type Device, openSocket } from './device.ts';
import { withShiftedClock } from './faults/environment.ts';
import { createUsers, type TestUser } from './faults/users.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

/** Two nodes with limits and wrong clocks, and four friends of one of them. */
let cluster: Awaited<ReturnType<typeof startCluster>>;
let database: Database;
let users: Awaited<ReturnType<typeof createUsers>>;
let dan: TestUser;
let urls: [string, string];

beforeAll(async () => {
  const shared = { RATE_LIMITS: 'on', MAX_UPLOAD_MB: '1', TURN_URL: 'turn:turn.example.org', TURN_SECRET: 'shared' };
  const environments = [60 * 60_000, -10 * 60_000].map((shiftMs) => ({ ...shared, ...withShiftedClock(shiftMs) }));
  cluster = await startCluster({ roles: ['all', 'all'], environments });
  database = connectDatabase(cluster.postgres.connection);
  users = await createUsers(cluster.balancer.url, database);
  dan = await users.aFriend('Dan');
  urls = cluster.nodes.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
});
afterAll(async () => {
  await database?.close();
  await cluster?.stop();
});

const cookieOf = ({ client }: TestUser) => `session=${client.cookies.get('session')}`;
/** The same person's client at one node. */
function at(url: string, user: TestUser) {
  const client = createHttpClient(url);
  user.client.cookies.forEach((value, name) => client.cookies.set(name, value));
  return client;
}
const outcomeOf = ({ socket }: Device) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });

describe('limits of one person over two nodes', () => {
  test('[RT-320] of a hundred connections that are opened at once, thirty are accepted', async () => {
    const devices = Array.from({ length: 100 }, (_, index) =>
      openSocket({ socketUrl: urls[index % 2] ?? '' }, { cookie: cookieOf(users.ann) }),
    );
    const outcomes = await Promise.all(devices.map(outcomeOf));
    const accepted = devices.filter((_, index) => outcomes[index] === 'connected');
    expect(accepted).toHaveLength(contract.socketLimits.connectionsPerPerson);
    expect(new Set(outcomes)).toEqual(new Set(['connected', 'too many connections']));

    for (const { socket } of accepted) socket.disconnect();
    await vi.waitFor(async () => {
      const again = openSocket({ socketUrl: urls[0] }, { cookie: cookieOf(users.ann) });
      expect(await outcomeOf(again)).toBe('connected');
    });
  });

  test('[CLU-320] parallel requests share one rate limit', async () => {
    const clients = [at(urls[0], users.bob), at(urls[1], users.bob)] as const;
    const ask = (client: HttpClient) => client.call(contract.getIceServers, { types: 'private' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => clients.map(ask)).flat());
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  test('[UP-320] parallel uploads share the bytes of a day', async () => {
    const { cem } = users;
    const chatId = await users.aGroup();
    const done = await at(urls[0], cem).upload(contract.sendFile, new Blob(['some text']), 'a.txt', { chatId });
    expect(done.status).toBe(201);
    await database.sql`update uploads set bytes = 98 * 1024 * 1024 where owner_id = ${cem.id}`;
    const statuses: number[] = [];
    const uploads = Array.from({ length: 12 }, (_, index) => slowUpload(urls[index % 2] ?? '', cem, chatId, statuses));
    await vi.waitUntil(() => statuses.length === 10, { interval: 20 });
    expect(new Set(statuses)).toEqual(new Set([413]));
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from uploads where owner_id = ${cem.id}`;
    expect(row?.count).toBe(3);
    for (const upload of uploads) upload.destroy();
  });

  test('[ICE-320] credentials for the relay expire by the clock of the database', async () => {
    for (const url of urls) {
      const { body } = await at(url, dan).call(contract.getIceServers, { types: 'private' });
      const endsAt = Number(body.data[0]?.username?.split(':')[0]);
      const [row] = await database.sql<{ seconds: number }[]>`
        select (${endsAt}::float8 - extract(epoch from now()))::float8 as seconds`;
      expect(row?.seconds).toBeGreaterThan(3500);
      expect(row?.seconds).toBeLessThanOrEqual(3600);
    }
  });
});

/** An upload that never ends. */
function slowUpload(url: string, person: TestUser, chatId: contract.ChatId, statuses: number[]) {
  const headers = { cookie: cookieOf(person), 'content-type': 'multipart/form-data; boundary=b' };
  const upload = request(url + contract.sendFile.path, { method: 'POST', headers });
  upload.on('error', () => {});
  upload.on('response', (response) => {
    statuses.push(response.statusCode ?? 0);
    response.resume();
  });
  const field = `--b\r\ncontent-disposition: form-data; name="chatId"\r\n\r\n${chatId}\r\n`;
  upload.write(`${field}--b\r\ncontent-disposition: form-data; name="file"; filename="slow"\r\n\r\nthe beginning`);
  return upload;
}

const pieces = Array.from(
  { length: contract.socketLimits.audioPiecesPerSecond },
  (_, index) => `data:audio/webm;codecs=opus;base64,${Buffer.from(`piece ${index} `.repeat(100)).toString('base64')}`,
);
const unavailable = { code: 'unavailable', message: 'The server is busy. Please try again in a moment.' };

type Emit = (name: string, ...args: unknown[]) => Promise<contract.Ack>;
const ask = ({ socket }: Device, ...args: Parameters<Emit>) =>
  (socket.timeout(10_000) as unknown as { emitWithAck: Emit }).emitWithAck(...args);

async function aDevice(url: string, { client, id }: TestUser): Promise<Device> {
  const device = openSocket({ socketUrl: url }, { cookie: `session=${client.cookies.get('session')}` });
  await device.waitFor('chatHeads');
  expect(await ask(device, 'online', id)).toEqual({ ok: true });
  return device;
}

/** The numbers of pieces that each of them has heard of the others since the last time. */
function heardBy(devices: readonly Device[]) {
  return devices.map((device) => {
    const count = device.all('audioStream').length;
    device.received.splice(0);
    return count;
  });
}

/** Starts a call, through the first node, that all of them join. */
async function aCall(chatId: contract.ChatId, people: readonly TestUser[], url = urls[0]) {
  const devices = await Promise.all(people.map((person) => aDevice(url, person)));
  const [first] = people;
  await vi.waitFor(
    // A moment after Redis has returned, it may still hold the participants of an earlier test.
    async () => expect(await first?.client.call(contract.startVoiceCall, { chatId })).toMatchObject({ status: 200 }),
    { interval: 1000 },
  );
  for (const [index, device] of devices.entries())
    expect(await ask(device, 'joinVoiceRoom', chatId, people[index]?.id)).toEqual({ ok: true });
  return devices;
}

describe('while Redis hangs', () => {
  afterEach(async () => {
    cluster.redis.signal('SIGCONT');
    const isReady = async (url: string) => expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const url of urls) await vi.waitFor(() => isReady(url), { interval: 100 });
  });

  test('[CALL-321] former members and ended sessions neither hear nor are heard from that moment', async () => {
    const { ann, bob, cem } = users;
    const chatId = await users.aChat(bob, cem, dan);
    const devices = await aCall(chatId, [ann, bob, cem, dan]);
    const [anns, bobs, cems, dans] = devices as [Device, Device, Device, Device];
    const speak = (device: Device) => pieces.forEach((piece) => device.socket.emit('audioStream', chatId, piece));
    speak(bobs);
    await vi.waitUntil(() => [anns, cems, dans].every((each) => each.all('audioStream').length === pieces.length));
    heardBy(devices);

    cluster.redis.signal('SIGSTOP');
    const removed = await at(urls[0], ann).call(contract.removeMember, { chatId, memberId: cem.id });
    expect(removed.status).toBe(200);
    speak(cems);
    // Its answer shows that the pieces before it were handled.
    await ask(cems, 'leaveVoiceRoom', chatId);
    expect((await at(urls[0], dan).call(contract.logout, {})).status).toBe(200);
    speak(dans);
    await vi.waitUntil(() => dans.socket.disconnected);

    speak(anns);
    await vi.waitUntil(() => bobs.all('audioStream').length === pieces.length);
    await ask(cems, 'leaveVoiceRoom', chatId);
    expect(heardBy(devices)).toEqual([0, pieces.length, 0, 0]);

    // Through the other node, which cannot tell this one.
    const left = await at(urls[1], bob).call(contract.leaveChat, { chatId });
    expect(left.status).toBe(200);
    // Slower than the rate limit of audio, which would refuse the pieces of a participant, too.
    await vi.waitFor(
      async () =>
        expect(await ask(bobs, 'audioStream', chatId, pieces[0])).toMatchObject({ ok: false, code: 'not_found' }),
      { interval: 200 },
    );
    heardBy(devices);
    speak(anns);
    await ask(anns, 'leaveVoiceRoom', chatId);
    await ask(bobs, 'leaveVoiceRoom', chatId);
    expect(heardBy(devices)).toEqual([0, 0, 0, 0]);
  });

  test('[CALL-320] participants of one node keep talking, leave and end; nothing starts', async () => {
    const { ann, bob, cem, direct } = users;
    const chatId = await users.aGroup();
    // They may have one since the test before.
    await ann.client.call(contract.createChat, { members: [dan.id] });
    const [anns, bobs, cems] = (await aCall(chatId, [ann, bob, cem])) as [Device, Device, Device];
    cluster.redis.signal('SIGSTOP');
    const here = (person: TestUser) => at(urls[0], person);

    anns.socket.emit('audioStream', chatId, pieces[0] ?? '');
    await bobs.waitFor('audioStream', (piece) => piece === pieces[0]);
    const signal = { candidate: null };
    expect(await ask(bobs, 'voiceSignal', chatId, ann.id, signal)).toEqual({ ok: true });
    expect(await anns.waitFor('voiceSignal')).toEqual([chatId, bob.id, signal]);

    expect(await ask(cems, 'leaveVoiceRoom', chatId)).toEqual({ ok: true });
    await anns.waitFor('callingUsers', (ids) => ids.length === 2 && !ids.includes(cem.id));
    expect(await ask(cems, 'joinVoiceRoom', chatId, cem.id)).toMatchObject({ ok: false, ...unavailable });
    expect(await here(cem).call(contract.startVoiceCall, { chatId: direct })).toMatchObject({ status: 404 });
    expect(await here(ann).call(contract.startVoiceCall, { chatId: direct })).toMatchObject({
      status: 503,
      body: unavailable,
    });
    const file = { name: 'film.mkv', size: 5 };
    // Dan may be online on another node; with Cem there is no direct chat.
    for (const { id } of [bob, dan])
      expect(await ask(anns, 'sendFileRequest', file, id)).toMatchObject({ ok: false, ...unavailable });
    expect(await ask(anns, 'sendFileRequest', file, cem.id)).toMatchObject({ ok: false, code: 'peer_offline' });
    expect((await here(bob).call(contract.endVoiceCall, { chatId })).status).toBe(200);
    await anns.waitFor('callingUsers', (ids) => ids.length === 1);
    expect((await here(ann).call(contract.endVoiceCall, { chatId })).status).toBe(200);
  });

  test('[CALL-320] a call of two that ends through another node ends on the devices, and the next one works', async () => {
    const { ann, bob, direct } = users;
    const [anns, bobs] = (await aCall(direct, [ann, bob])) as [Device, Device];
    cluster.redis.signal('SIGSTOP');
    expect((await at(urls[1], bob).call(contract.endVoiceCall, { chatId: direct })).status).toBe(200);
    for (const device of [anns, bobs]) await device.waitFor('voiceCallEnd', (chatId) => chatId === direct);
    expect(await ask(anns, 'audioStream', direct, pieces[0])).toMatchObject({ ok: false, code: 'not_found' });

    cluster.redis.signal('SIGCONT');
    await vi.waitFor(
      async () => {
        const { status } = await at(urls[0], ann).call(contract.startVoiceCall, { chatId: direct });
        expect(status).toBe(200);
      },
      { interval: 500 },
    );
    const again = await aDevice(urls[1], ann);
    expect(await ask(again, 'joinVoiceRoom', direct, ann.id)).toEqual({ ok: true });
    expect((await at(urls[1], ann).call(contract.endVoiceCall, { chatId: direct })).status).toBe(200);
  });
});
