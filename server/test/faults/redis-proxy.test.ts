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

test('one publish in ten is lost, silently, also in a transaction, and every other reply stays in step', async () => {
  const { proxy, client, heard } = await useProxy();
  expect(await client.publish('news', 'before')).toBe(1);
  proxy.losePublishes({ oneIn: 10, random: createRandom(7) });
  const texts = numbers(500);
  // All at once: the library sends them in a few pieces.
  const answers = await Promise.all(
    texts.map(async (text) => [await client.publish('news', text), await client.echo(text)]),
  );
  expect(answers.map(([, echo]) => echo)).toEqual(texts);
  const arrived = texts.filter((_, index) => answers[index]?.[0] === 1);
  expect(arrived.length).toBeGreaterThan(400);
  expect(arrived.length).toBeLessThan(490);

  proxy.losePublishes({ oneIn: 1, random: createRandom(7) });
  expect(await client.multi().publish('news', 'lost').get('none').exec()).toEqual([0, null]);
  proxy.resume();
  await client.publish('news', 'last');
  await vi.waitUntil(() => heard.includes('last'));
  expect(heard).toEqual(['before', ...arrived, 'last']);
});

test('a delay, or a proxy that hangs, holds everything up in both directions, in order', async () => {
  const { proxy, client, heard } = await useProxy();
  proxy.delay(200);
  const startedAt = performance.now();
  await client.publish('news', 'first');
  expect(performance.now() - startedAt).toBeGreaterThan(395);
  await vi.waitUntil(() => heard.length === 1);
  const delayed = Promise.all(numbers(50).map((text) => client.publish('news', text)));
  proxy.stall();
  // Long enough for a Redis on this machine to have answered.
  await expect(vi.waitUntil(() => heard.length > 1, { timeout: 300 })).rejects.toThrow('Timed out');
  proxy.resume();
  // The first are on their way; the last one comes without a delay and does not overtake them.
  await Promise.all([delayed, client.publish('news', 'last')]);
  await vi.waitUntil(() => heard.length === 52);
  expect(heard).toEqual(['first', ...numbers(50), 'last']);
});
