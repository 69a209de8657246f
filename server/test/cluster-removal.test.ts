import { afterAll, beforeAll, expect, test } from 'vitest';
import { report, roundsOf, seed } from './faults/plan.ts';
import { noLeaks, raceRemovals } from './faults/removal-races.ts';
import { startThreeNodes, type ThreeNodes } from './faults/three-nodes.ts';
import { createRandom } from './random.ts';

let nodes: ThreeNodes;

beforeAll(async () => {
  nodes = await startThreeNodes();
});
afterAll(async () => {
  await nodes?.stop();
});

test(
  '[CLU-301] a removed member receives nothing that is written after the removal, on any node, and everything once added again',
  { timeout: 1_800_000 },
  async () => {
    const figures = await raceRemovals(nodes, createRandom(seed), roundsOf({ usual: 20, all: 1000 }));
    await report('removals raced over three nodes', figures);
    expect(figures).toMatchObject(noLeaks);
  },
);
