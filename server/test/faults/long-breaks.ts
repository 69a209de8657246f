import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import { type Follower, follow } from './follower.ts';
import type { Ground } from './ground.ts';
import { type Line, openLine } from './line.ts';
import type { Somebody } from './scene.ts';
import { tallyUp } from './tally.ts';
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
export async function breakLines(ground: Ground, random: Random, plan: Plan) {
  const { converge, database, scene, urls } = ground;
  const people = [scene.bob, scene.cem];
  while (people.length * devicesPerPerson < plan.devices) people.push(await scene.aFriend(`Friend${people.length}`));
  const chatId = await scene.aChat(...people);
  const places = await Promise.all(
    Array.from({ length: plan.devices }, async (_, index) => {
      const line = await openLine(urls[index % 2] ?? '');
      return { line, follower: follow(line.url, people[index % people.length] as Somebody, chatId) };
    }),
  );
  const followers = places.map(({ follower }) => follower);
  await vi.waitUntil(() => followers.every(({ connects }) => connects() > 0), { timeout: 60_000 });

  // About a thousand messages in the longest break.
  const writers = startWriters([{ client: scene.ann.client, chatId }], { pauseMs: plan.longestBreakMs / 1000 });
  const endsAt = Date.now() + plan.seconds * 1000;
  const breaks = await Promise.all(places.map((place) => breakUntil(endsAt, place, { random, ...plan })));
  await writers.stop();
  await converge(followers, chatId);

  for (const { follower, line } of places) {
    follower.stop();
    line.stop();
  }
  const tally = await tallyUp(writers.acknowledged, { database, reader: scene.ann.client });
  return {
    devices: plan.devices,
    seconds: plan.seconds,
    breaks: breaks.reduce((total, count) => total + count, 0),
    ...healingOf(followers),
    ...tally,
  };
}

async function breakUntil(
  endsAt: number,
  { follower, line }: { follower: Follower; line: Line },
  { random, longestBreakMs }: Plan & { random: Random },
) {
  let breaks = 0;
  for (;;) {
    await pause(random.below(longestBreakMs / 10));
    // Log-uniform: each tenfold length is as likely as the one before.
    const ms = shortestBreakMs * (longestBreakMs / shortestBreakMs) ** (random.below(1000) / 1000);
    if (Date.now() + ms > endsAt) return breaks;
    breaks += 1;
    follower.breakOff();
    if (random.isOneIn(2)) line.stall();
    else line.goDown();
    await pause(ms);
    line.resume();
  }
}

/** How long devices took to catch up with everything that existed when they reconnected, if the connection held. */
function healingOf(followers: readonly Follower[]) {
  const healings = followers.flatMap((follower) => follower.healings).toSorted((a, b) => a.ms - b.ms);
  return {
    reconnects: healings.length,
    mostMissed: Math.max(0, ...healings.map(({ missed }) => missed)),
    healedP99Ms: healings[Math.floor(healings.length * 0.99)]?.ms ?? 0,
    healedAfterMs: healings.at(-1)?.ms ?? 0,
  };
}
