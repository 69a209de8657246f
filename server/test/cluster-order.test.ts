import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrder } from './faults/chat-tracker.ts';
import { writeOnAllNodes } from './faults/message-order.ts';
import { isLong, report, roundsOf, seed } from './faults/plan.ts';
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
  '[CLU-300] six writers on three nodes: every device receives every message in order, and deletions after them',
  { timeout: 1_800_000 },
  async () => {
    const plan = { runs: roundsOf({ usual: 1, all: 20 }), events: isLong ? 1000 : 200 };
    const figures = await writeOnAllNodes(nodes, createRandom(seed), plan);
    await report('order over three nodes', figures);
    expect(figures).toMatchObject({ ...inOrder, refused: 0, disconnects: 0 });
  },
);
