import { socketLimits } from '@chat-app/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAtOnce, replaceConnections } from './faults/many-handshakes.ts';
import { report } from './faults/plan.ts';
import { type NodeIndex, nodeIndexes, startThreeNodes, type ThreeNodes } from './faults/three-nodes.ts';

const attempts = 300;
const limit = socketLimits.connectionsPerPerson;
let nodes: ThreeNodes;

beforeAll(async () => {
  nodes = await startThreeNodes({ RATE_LIMITS: 'on' });
});
afterAll(async () => {
  await nodes?.stop();
});

test.each([
  ['one node', [0], 'bob'],
  ['three nodes', nodeIndexes, 'cem'],
] as [string, readonly NodeIndex[], 'bob' | 'cem'][])(
  '[CLU-306] of 300 connections of one person at once to %s, 30 are admitted, and as many again as are closed',
  async (title, on, name) => {
    const user = nodes.users[name];
    const { sockets, ...figures } = await connectAtOnce(nodes, user, { count: attempts, on });
    const { replacements, ...more } = await replaceConnections(nodes, user, { sockets, on: on.at(-1) ?? 0 });
    await report(`connections of one person to ${title}`, { attempts, ...figures, ...more });
    for (const socket of [...sockets, ...replacements]) socket.disconnect();
    expect(figures).toEqual({ admitted: limit, refused: attempts - limit, others: 0 });
    expect(more).toEqual({ closed: limit / 3, replaced: limit / 3 });
  },
);
