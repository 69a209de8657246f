import * as contract from '@chat-app/contract';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { startCluster } from './cluster.ts';
import { type Device, openSocket } from './device.ts';
import { withShiftedClock } from './faults/environment.ts';
import { clientAt, createUsers, type TestUser } from './faults/users.ts';
import type { HttpClient } from './http-client.ts';

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
const outcomeOf = ({ socket }: Device) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });

test('[RT-320] [CLU-306] of hundreds of connections at once, thirty are accepted, and as many again as are closed', async () => {
  const limit = contract.socketLimits.connectionsPerPerson;
  const connectAtOnce = async (count: number) => {
    const devices = Array.from({ length: count }, (_, index) =>
      openSocket({ socketUrl: urls[index % 2] ?? '' }, { cookie: cookieOf(users.ann) }),
    );
    const outcomes = await Promise.all(devices.map(outcomeOf));
    expect(outcomes.filter((outcome) => !['connected', 'too many connections'].includes(outcome))).toEqual([]);
    return devices.filter((_, index) => outcomes[index] === 'connected');
  };
  const accepted = await connectAtOnce(300);
  expect(accepted).toHaveLength(limit);

  const closing = accepted.slice(0, 10);
  for (const { socket } of closing) socket.disconnect();
  const replacements: Device[] = [];
  // The other node may learn of it a moment later.
  await vi.waitFor(async () => {
    replacements.push(...(await connectAtOnce(closing.length + 5)));
    expect(replacements).toHaveLength(closing.length);
  });
  for (const { socket } of [...accepted, ...replacements]) socket.disconnect();
});

test('[CLU-320] parallel requests share one rate limit', async () => {
  const clients = [clientAt(urls[0], users.bob), clientAt(urls[1], users.bob)] as const;
  const ask = (client: HttpClient) => client.call(contract.getIceServers, { types: 'private' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => clients.map(ask)).flat());
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});

test('[UP-320] parallel uploads share the bytes of a day', async () => {
  const { cem } = users;
  const chatId = await users.aGroup();
  const done = await clientAt(urls[0], cem).upload(contract.sendFile, new Blob(['some text']), 'a.txt', { chatId });
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
    const { body } = await clientAt(url, dan).call(contract.getIceServers, { types: 'private' });
    const endsAt = Number(body.data[0]?.username?.split(':')[0]);
    const [row] = await database.sql<{ seconds: number }[]>`
      select (${endsAt}::float8 - extract(epoch from now()))::float8 as seconds`;
    expect(row?.seconds).toBeGreaterThan(3500);
    expect(row?.seconds).toBeLessThanOrEqual(3600);
  }
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
