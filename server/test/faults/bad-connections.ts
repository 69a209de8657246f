import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import { follow } from './follower.ts';
import type { Environment } from './environment.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { verifyAcknowledged } from './tally.ts';
import { startWriters } from './writers.ts';

const devicesPerProxy = 4;
const readMarks = 150;

/** Connections break, stall, reorder and repeat their traffic; every device must end up with the same state. */
export async function disturbConnections(environment: Environment, random: Random, rounds: number) {
  const { converge, database, users, urls } = environment;
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  const proxies = await Promise.all(urls.map((url) => startFaultyProxy(url, { mangles: random })));
  const followers = proxies.flatMap(({ url }) =>
    Array.from({ length: devicesPerProxy }, (_, index) => follow(url, index % 2 === 0 ? bob : cem, chatId)),
  );
  const writers = startWriters(
    [ann, bob, cem].map(({ client }) => ({ client, chatId })),
    { pauseMs: 2 },
  );
  const figures = { cuts: 0, stalls: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await pause(200 + random.below(600));
    const proxy = random.pick(proxies);
    if (random.isOneIn(2)) {
      figures.cuts += 1;
      proxy.cut();
      continue;
    }
    figures.stalls += 1;
    proxy.stall();
    await pause(random.below(1000));
    proxy.resume();
  }
  await writers.stop();
  await converge(followers, chatId);

  // The read position only moves forward, in whatever order updates arrive.
  const last = followers[0]?.shown.length ?? 0;
  for (let seq = Math.max(1, last - readMarks); seq <= last; seq += 1)
    followers[0]?.socket.emit('chatRead', chatId, seq);
  const readSeq = async () => {
    const [member] = await database.sql<{ readSeq: number }[]>`
      select read_seq::float8 as read_seq from chat_members where chat_id = ${chatId} and user_id = ${bob.id}`;
    return member?.readSeq;
  };
  await vi.waitUntil(async () => (await readSeq()) === last, { timeout: 10_000, interval: 20 });
  await pause(100);
  const readBack = (await readSeq()) === last ? 0 : 1;

  const mangled = proxies.reduce((total, proxy) => total + proxy.mangled(), 0);
  const reconnects = followers.reduce((total, { connects }) => total + connects() - 1, 0);
  for (const end of [...followers, ...proxies]) end.stop();
  const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann.client });
  return { rounds, ...figures, reconnects, mangled, ...tally, readBack };
}
