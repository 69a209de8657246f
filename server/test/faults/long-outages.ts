import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import { type Follower, follow } from './follower.ts';
import type { Environment } from './environment.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import type { TestUser } from './users.ts';
import { verifyAcknowledged } from './tally.ts';
import { startWriters } from './writers.ts';

/**
 * Below the limit of connections per user on a node, with some to spare for broken ones the server has not noticed yet.
 */
const devicesPerPerson = 20;
const shortestBreakMs = 100;

interface Plan {
  readonly devices: number;
  readonly seconds: number;
  readonly longestBreakMs: number;
}

/** Devices lose their connections repeatedly, for moments and for minutes, while others write. Each must catch up. */
export async function interruptConnections(environment: Environment, random: Random, plan: Plan) {
  const { converge, database, users, urls } = environment;
  const people = [users.bob, users.cem];
  while (people.length * devicesPerPerson < plan.devices) people.push(await users.aFriend(`Friend${people.length}`));
  const chatId = await users.aChat(...people);
  const places = await Promise.all(
    Array.from({ length: plan.devices }, async (_, index) => {
      const proxy = await startFaultyProxy(urls[index % 2] ?? '');
      return { proxy, follower: follow(proxy.url, people[index % people.length] as TestUser, chatId) };
    }),
  );
  const followers = places.map(({ follower }) => follower);
  await vi.waitUntil(() => followers.every(({ connects }) => connects() > 0), { timeout: 60_000 });

  // About a thousand messages in the longest break.
  const writers = startWriters([{ client: users.ann.client, chatId }], { pauseMs: plan.longestBreakMs / 1000 });
  const endsAt = Date.now() + plan.seconds * 1000;
  const breaks = await Promise.all(places.map((place) => breakUntil(endsAt, place, { random, ...plan })));
  await writers.stop();
  await converge(followers, chatId);

  for (const { follower, proxy } of places) {
    follower.stop();
    proxy.stop();
  }
  const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: users.ann.client });
  return {
    devices: plan.devices,
    seconds: plan.seconds,
    breaks: breaks.reduce((total, count) => total + count, 0),
    ...recoveryFigures(followers),
    ...tally,
  };
}

async function breakUntil(
  endsAt: number,
  { follower, proxy }: { follower: Follower; proxy: FaultyProxy },
  { random, longestBreakMs }: Plan & { random: Random },
) {
  let breaks = 0;
  for (;;) {
    await pause(random.below(longestBreakMs / 10));
    // Log-uniform: each tenfold length is as likely as the one before.
    const ms = shortestBreakMs * (longestBreakMs / shortestBreakMs) ** (random.below(1000) / 1000);
    if (Date.now() + ms > endsAt) return breaks;
    breaks += 1;
    follower.discardRecovery();
    if (random.isOneIn(2)) proxy.stall();
    else proxy.goDown();
    await pause(ms);
    proxy.resume();
  }
}

/** How long devices took to catch up with everything that existed when they reconnected, if the connection held. */
function recoveryFigures(followers: readonly Follower[]) {
  const recoveries = followers.flatMap((follower) => follower.recoveries).toSorted((a, b) => a.ms - b.ms);
  return {
    reconnects: recoveries.length,
    mostMissed: Math.max(0, ...recoveries.map(({ missed }) => missed)),
    healedP99Ms: recoveries[Math.floor(recoveries.length * 0.99)]?.ms ?? 0,
    healedAfterMs: recoveries.at(-1)?.ms ?? 0,
  };
}
