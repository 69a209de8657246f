import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterTest } from '../after-test.ts';
import { createRandom } from '../random.ts';
import { startRedis, type TestRedis } from '../redis.ts';
import { createCommandReader, type RedisCommand } from './redis-commands.ts';
import { startRedisProxy } from './redis-proxy.ts';

let redis: TestRedis;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
});

/** A proxy, a client that is connected through it, and what a subscriber beside it receives. */
async function useProxy() {
  const proxy = await startRedisProxy(redis.url);
  afterTest(() => proxy.stop());
  const client = await connect(proxy.url);
  const subscriber = await connect(redis.url);
  const heard: string[] = [];
  await subscriber.subscribe('news', (text) => heard.push(text));
  return { proxy, client, heard };
}

async function connect(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: () => 20 } });
  client.on('error', () => {});
  afterTest(() => client.destroy());
  await client.connect();
  return client;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number));

test('a proxy without a fault changes nothing, whatever the size of a command and wherever it is cut', async () => {
  const { proxy, client, heard } = await useProxy();
  const values = [
    randomBytes(300_000),
    Buffer.from('*3\r\n$7\r\nPUBLISH\r\n$4\r\nnews\r\n$1\r\nx\r\n'),
    Buffer.alloc(0),
  ];
  const texts = values.map((value) => value.toString('base64'));
  const raw = values[1]?.toString() ?? '';
  const answers = await Promise.all([...texts, raw].map((text) => client.echo(text)));
  expect(answers).toEqual([...texts, raw]);
  await client.publish('news', 'one');
  await vi.waitUntil(() => heard.length === 1);
  expect([heard, proxy.lostPublishes()]).toEqual([['one'], 0]);
});

test('commands are read one by one, also when every byte comes alone', () => {
  const sent = Buffer.from(
    '*1\r\n$4\r\nPING\r\n*3\r\n$7\r\npublish\r\n$1\r\na\r\n$2\r\n\r\n\r\nPING\r\n*2\r\n$4\r\nECHO\r\n$0\r\n\r\n',
  );
  const commands: RedisCommand[] = [];
  const read = createCommandReader((command) => commands.push(command));
  for (const byte of sent) read(Buffer.from([byte]));
  expect(commands.map(({ name }) => name)).toEqual(['PING', 'PUBLISH', 'PING', 'ECHO']);
  expect(Buffer.concat(commands.map(({ bytes }) => bytes))).toEqual(sent);
});

test('one publish in ten is lost, silently, and every other reply stays in step', async () => {
  const { proxy, client, heard } = await useProxy();
  proxy.losePublishes({ oneIn: 10, random: createRandom(7) });
  const texts = numbers(2000);
  // All at once: the library sends them in a few pieces.
  const answers = await Promise.all(
    texts.map(async (text) => [await client.publish('news', text), await client.echo(text)]),
  );
  expect(answers.map(([, echo]) => echo)).toEqual(texts);
  const arrived = texts.filter((_, index) => answers[index]?.[0] === 1);
  await vi.waitUntil(() => heard.length >= arrived.length);
  expect(heard).toEqual(arrived);
  expect(proxy.lostPublishes()).toBe(texts.length - arrived.length);
  expect(proxy.lostPublishes()).toBeGreaterThan(140);
  expect(proxy.lostPublishes()).toBeLessThan(260);

  // The same seed loses the same ones.
  proxy.losePublishes({ oneIn: 10, random: createRandom(7) });
  const again = await Promise.all(texts.map((text) => client.publish('news', text)));
  expect(again).toEqual(answers.map(([receivers]) => receivers));

  proxy.resume();
  expect(await Promise.all(numbers(100).map((text) => client.publish('news', text)))).toEqual(
    numbers(100).map(() => 1),
  );
});

test('a publish in a transaction can be lost, too', async () => {
  const { proxy, client, heard } = await useProxy();
  proxy.losePublishes({ oneIn: 1, random: createRandom(7) });
  expect(await client.multi().set('key', 'value').publish('news', 'lost').get('key').exec()).toEqual([
    'OK',
    0,
    'value',
  ]);
  proxy.resume();
  await client.publish('news', 'last');
  await vi.waitUntil(() => heard.includes('last'));
  expect(heard).toEqual(['last']);
});

test('a delay holds everything up in both directions, in order', async () => {
  const { proxy, client, heard } = await useProxy();
  proxy.delay(200);
  const startedAt = performance.now();
  const order: string[] = [];
  const asking = numbers(50).map(async (text) => {
    await client.publish('news', text);
    order.push(await client.echo(text));
  });
  await Promise.all(asking);
  // Two round trips of twice 200 ms; a timer may fire within the millisecond before.
  expect(performance.now() - startedAt).toBeGreaterThan(795);
  expect(order).toEqual(numbers(50));

  const late = client.publish('news', 'late');
  await pause(50);
  proxy.resume();
  // The first is on its way; the second comes without a delay and does not overtake it.
  await Promise.all([late, client.publish('news', 'later')]);
  await vi.waitUntil(() => heard.length === 52);
  expect(heard).toEqual([...numbers(50), 'late', 'later']);
});

test('a hanging proxy accepts connections and holds the bytes until it resumes', async () => {
  const { proxy, client, heard } = await useProxy();
  proxy.stall();
  const answers: unknown[] = [];
  const publishing = client.publish('news', 'held').then((answer) => answers.push(answer));
  const another = createClient({ url: proxy.url });
  another.on('error', () => {});
  afterTest(() => another.destroy());
  const connecting = another.connect();
  // Long enough for a Redis on this machine to have answered.
  await expect(vi.waitUntil(() => answers.length + heard.length > 0, { timeout: 300 })).rejects.toThrow('Timed out');
  expect(another.isReady).toBe(false);
  proxy.resume();
  await Promise.all([publishing, connecting]);
  await vi.waitUntil(() => heard.length === 1);
  expect(answers).toEqual([1]);
});

test('a proxy that is down breaks connections and accepts no new one until it resumes', async () => {
  const { proxy, client } = await useProxy();
  proxy.stall();
  const pending = client.echo('pending');
  proxy.goDown();
  await expect(pending).rejects.toThrow('Socket closed unexpectedly');
  const refused = createClient({ url: proxy.url, socket: { reconnectStrategy: false } });
  refused.on('error', () => {});
  await expect(refused.connect()).rejects.toThrow(/closed|ECONNRESET/);
  expect(client.isReady).toBe(false);
  proxy.resume();
  await vi.waitUntil(() => client.isReady, { timeout: 5000 });
  expect(await client.echo('back')).toBe('back');
});
