import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWithoutRedis, removeDuringCall } from './faults/calls-without-redis.ts';
import { inOrder } from './faults/chat-tracker.ts';
import { writeOnAllNodes } from './faults/message-order.ts';
import { isLong, report, roundsOf, seed } from './faults/plan.ts';
import { redisFaults, redisIsKilled, redisLosesSome, redisStops } from './faults/redis-faults.ts';
import { returnRedis } from './faults/redis-return.ts';
import { noLeaks, raceRemovals } from './faults/removal-races.ts';
import { allConverged, allRevoked, revokeDuring } from './faults/revocation.ts';
import { startThreeNodes, type ThreeNodes } from './faults/three-nodes.ts';
import { createRandom } from './random.ts';

const timeout = 1_800_000;
const random = createRandom(seed);
let nodes: ThreeNodes;

beforeAll(async () => {
  nodes = await startThreeNodes();
});
afterAll(async () => {
  await nodes?.stop();
});

const faults = (isLong ? [redisStops, redisIsKilled] : [redisStops]).map((fault) => [fault.title, fault] as const);

test(
  '[CLU-300] six writers on three nodes: every device receives every message in order, and deletions after them',
  { timeout },
  async () => {
    const plan = { runs: roundsOf({ usual: 1, all: 20 }), events: isLong ? 1000 : 200 };
    const figures = await writeOnAllNodes(nodes, createRandom(seed), plan);
    await report('order over three nodes', figures);
    expect(figures).toMatchObject({ ...inOrder, refused: 0, disconnects: 0 });
  },
);

test(
  '[CLU-301] a removed member receives nothing that is written after the removal, on any node, and everything once added again',
  { timeout },
  async () => {
    const figures = await raceRemovals(nodes, createRandom(seed), roundsOf({ usual: 20, all: 1000 }));
    await report('removals raced over three nodes', figures);
    expect(figures).toMatchObject(noLeaks);
  },
);

// Before the other faults: devices of those tests miss events, and reconnect for some seconds afterwards.
test.each(faults)(
  '[CLU-307] [CLU-203] %s and returns: devices that missed nothing stay connected',
  { timeout },
  async (title, fault) => {
    const plan = { devices: isLong ? 300 : 60, messages: 5, watchMs: isLong ? 10_000 : 3000 };
    const figures = await returnRedis(nodes, fault, { random, plan });
    await report(`back after ${title}`, figures);
    expect(figures).toMatchObject({ reconnects: 0, unknown: 0, deaf: 0 });
  },
);

describe.each(faults)('%s', (title, fault) => {
  test(
    '[CLU-304] starting, joining and ending a call and offering a file work, or are refused as unavailable',
    { timeout },
    async () => {
      const outcomes = await callWithoutRedis(nodes, fault, random);
      await report(`calls and transfers while ${title}`, outcomes);
      const { works = 0, unavailable = 0, ...others } = outcomes;
      expect(others).toEqual({});
      expect(works + unavailable).toBe(8);
    },
  );

  test(
    '[CLU-305] a member who is removed during a call hears nobody and is heard by nobody; the others keep talking',
    { timeout },
    async () => {
      const figures = await removeDuringCall(nodes, fault, random);
      await report(`removed from a call while ${title}`, figures);
      expect(figures).toMatchObject({ removed: 200, heardByRemoved: 0, heardOfRemoved: 0 });
      // Audio may be dropped for devices that are slow to read.
      expect(figures.heardAmongOthers).toBeGreaterThan(0);
    },
  );
});

const revocation = {
  rounds: roundsOf({ usual: 1, all: 10 }),
  longestWaitMs: isLong ? 4000 : 500,
  watchMs: isLong ? 6000 : 500,
};

const revocationFaults = isLong ? redisFaults : [redisStops, redisLosesSome];
test.each(revocationFaults.map((fault) => [fault.title, fault] as const))(
  '[CLU-302] %s: 2 s after a member is removed or a session ended, its devices receive nothing; [CLU-303] all others know everything within 5 s of quiet',
  { timeout },
  async (title, fault) => {
    const figures = await revokeDuring(nodes, fault, { random: createRandom(seed), plan: revocation });
    await report(`revoked while ${title}`, figures);
    expect(figures).toMatchObject({ ...allRevoked, ...allConverged });
  },
);
