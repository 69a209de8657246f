import { expect, test } from 'vitest';
import { disturbConnections } from './faults/bad-connections.ts';
import { useEnvironment } from './faults/environment.ts';
import { report, roundsOf, seed } from './faults/plan.ts';
import { interruptRedis } from './faults/redis-outages.ts';
import { repeatSends } from './faults/repeats.ts';
import { noFaults } from './faults/tally.ts';
import { countTimeFaults, expireThings } from './faults/wrong-clocks.ts';
import { createRandom } from './random.ts';

const timeout = 1_800_000;
const environment = useEnvironment();

test('[MSG-14] a message that is sent several times at once, to both nodes, is one message', { timeout }, async () => {
  const figures = await repeatSends(environment(), createRandom(seed), roundsOf({ usual: 60, all: 10_000 }));
  await report('repeated sends', figures);
  expect(figures).toMatchObject({ ...noFaults, acknowledged: figures.messages, differing: 0 });
  expect(figures.lostAnswers).toBeGreaterThan(0);
});

test(
  '[RT-24] over connections that break, stall, reorder and repeat, every device ends up with the same state',
  { timeout },
  async () => {
    const figures = await disturbConnections(environment(), createRandom(seed), roundsOf({ usual: 3, all: 60 }));
    await report('bad lines', figures);
    expect(figures).toMatchObject({ ...noFaults, readBack: 0 });
    expect(figures.mangled).toBeGreaterThan(0);
  },
);

test('[CLU-22] a Redis that is killed or hangs costs no message, and no node', { timeout }, async () => {
  const figures = await interruptRedis(environment(), createRandom(seed), roundsOf({ usual: 1, all: 20 }));
  await report('Redis away', figures);
  expect(figures).toMatchObject({ ...noFaults, exits: 0 });
});

test('[CLU-23] nodes with wrong clocks order and expire records by the time of the database', async () => {
  expect(await expireThings(environment())).toEqual({
    linkOnFastNode: 200,
    endedLinkOnSlowNode: 400,
    sessions: [200, 200],
  });
  const figures = await countTimeFaults(environment());
  await report('wrong clocks', figures);
  expect(figures).toMatchObject({ backwards: 0, wrong: 0 });
  // Those of the first test; how many the others send depends on the machine.
  expect(figures.messages).toBeGreaterThanOrEqual(60);
});
