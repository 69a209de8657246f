import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, report, roundsOf, seed } from './faults/plan.ts';
import { redisFaults, redisLosesSome, redisStops } from './faults/redis-faults.ts';
import { allConverged, allRevoked, revokeDuring } from './faults/revocation.ts';
import { startThreeNodes, type ThreeNodes } from './faults/three-nodes.ts';
import { createRandom } from './random.ts';

let nodes: ThreeNodes;

beforeAll(async () => {
  nodes = await startThreeNodes();
});
afterAll(async () => {
  await nodes?.stop();
});

const plan = {
  rounds: roundsOf({ usual: 1, all: 10 }),
  longestWaitMs: isLong ? 4000 : 500,
  watchMs: isLong ? 6000 : 500,
};

const faults = isLong ? redisFaults : [redisStops, redisLosesSome];

test.each(faults.map((fault) => [fault.title, fault] as const))(
  '[CLU-302] %s: 2 s after a member is removed or a session ended, its devices receive nothing; [CLU-303] all others know everything within 5 s of quiet',
  { timeout: 1_800_000 },
  async (title, fault) => {
    const figures = await revokeDuring(nodes, fault, { random: createRandom(seed), plan });
    await report(`revoked while ${title}`, figures);
    expect(figures).toMatchObject({ ...allRevoked, ...allConverged });
  },
);
