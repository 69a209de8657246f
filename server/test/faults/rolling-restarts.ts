import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { createHttpClient } from '../http-client.ts';
import { follow } from './follower.ts';
import type { Environment } from './environment.ts';
import { verifyAcknowledged } from './tally.ts';
import { startWriters } from './writers.ts';

const devices = 16;
const stopWithinMs = 15_000;

/** Stops one node after the other and restarts it, while users write. */
export async function restartNodes(environment: Environment, restarts: number) {
  const { cluster, converge, database, users } = environment;
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  // Assigned in turn, so half of them are on each node.
  const followers = Array.from({ length: devices }, (_, index) =>
    follow(cluster.balancer.url, index % 2 === 0 ? bob : cem, chatId),
  );
  await vi.waitUntil(() => followers.every(({ shown }) => shown.length > 0), { timeout: 20_000 });
  const writers = startWriters(
    [ann, bob, cem, ann].map(({ client }) => ({ client, chatId })),
    { pauseMs: 5 },
  );
  let slowestMs = 0;
  let exits = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    const node = cluster.nodes[restart % cluster.nodes.length];
    if (!node) break;
    const before = followers.map(({ reasons }) => reasons.length);
    const askedAt = Date.now();
    const ending = node.end('SIGTERM');
    const direct = createHttpClient(node.url);
    await vi.waitFor(async () =>
      expect(await direct.send('GET', '/readyz')).toMatchObject({ status: 503, body: { reasons: ['draining'] } }),
    );
    expect((await direct.send('GET', '/healthz')).status).toBe(200);
    if ((await ending) !== 0) exits += 1;
    slowestMs = Math.max(slowestMs, Date.now() - askedAt);
    await vi.waitUntil(() => followers.every(({ socket }) => socket.connected), { timeout: 20_000 });

    const moved = followers.filter(({ reasons }, index) => reasons.length > (before[index] ?? 0));
    const closings = moved.map((follower) => follower.closedAt()).toSorted((a, b) => a - b);
    // Spread over five seconds, so that they do not reach the other node all at once.
    expect((closings.at(-1) ?? 0) - (closings[0] ?? 0)).toBeGreaterThan(2000);
    await node.start();
    await pause(200);
    // The next node needs connected devices to move.
    for (const follower of followers.slice(0, devices / 2)) follower.reconnectNow();
    await vi.waitUntil(() => followers.every(({ socket }) => socket.connected), { timeout: 20_000 });
  }
  await writers.stop();
  await converge(followers, chatId);
  const reasons = new Set(followers.flatMap((follower) => follower.reasons));
  for (const follower of followers) follower.stop();
  expect(slowestMs).toBeLessThan(stopWithinMs);
  // To a client it is a lost connection, after which it reconnects by itself. The other reason is our own disconnect.
  expect([...reasons].filter((reason) => reason !== 'io client disconnect')).toEqual(['transport close']);
  const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann.client });
  return { restarts, unclean: exits, slowestMs, repeats: writers.repeats(), ...tally };
}
