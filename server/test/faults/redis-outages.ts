import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { follow } from './follower.ts';
import type { Environment } from './environment.ts';
import { verifyAcknowledged } from './tally.ts';
import { startWriters } from './writers.ts';

/** Redis is killed and restarted empty, and sometimes hangs, while users write on both nodes. */
export async function interruptRedis(environment: Environment, random: Random, rounds: number) {
  const { cluster, converge, database, users, urls } = environment;
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  const followers = [follow(urls[0], bob, chatId), follow(urls[1], cem, chatId)];
  const writers = startWriters(
    [ann, bob, cem, ann, bob, cem].map(({ client }) => ({ client, chatId })),
    { pauseMs: 2 },
  );
  let hangs = 0;
  for (let round = 0; round < rounds; round += 1) {
    await pause(random.below(1000));
    await cluster.redis.kill();
    await pause(random.below(1000));
    await cluster.redis.start();
    if (!random.isOneIn(4)) continue;
    hangs += 1;
    cluster.redis.signal('SIGSTOP');
    await pause(random.below(1000));
    cluster.redis.signal('SIGCONT');
  }
  await writers.stop();
  await converge(followers, chatId);
  for (const follower of followers) follower.stop();
  const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann.client });
  const exits = cluster.nodes.filter((node) => !node.isRunning()).length;
  return { redisKills: rounds, hangs, ...tally, repeats: writers.repeats(), exits };
}
