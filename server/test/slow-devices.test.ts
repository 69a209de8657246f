import { expect, test } from 'vitest';
import { useEnvironment } from './faults/environment.ts';
import { interruptConnections } from './faults/long-outages.ts';
import { report, roundsOf, seed } from './faults/plan.ts';
import { restartNodes } from './faults/rolling-restarts.ts';
import { stallReaders } from './faults/stalled-readers.ts';
import { noFaults } from './faults/tally.ts';
import { createRandom } from './random.ts';

const timeout = 1_800_000;
const environment = useEnvironment();

test(
  '[RT-24] devices whose connections are dead for moments and for minutes catch up by themselves',
  { timeout },
  async () => {
    const seconds = roundsOf({ usual: 6, all: 600 });
    const devices = roundsOf({ usual: 10, all: 200 });
    const longestBreakMs = seconds * 200;
    const plan = { devices, seconds, longestBreakMs };
    const figures = await interruptConnections(environment(), createRandom(seed), plan);
    await report('long breaks', figures);
    expect(figures).toMatchObject(noFaults);
    expect(figures.reconnects).toBeGreaterThan(0);
  },
);

test(
  '[RT-22] devices that stop reading are disconnected, catch up later, and affect nobody else',
  { timeout },
  async () => {
    const figures = await stallReaders(environment(), roundsOf({ usual: 1, all: 40 }));
    await report('stalled readers', figures);
    expect(figures).toMatchObject({ letGo: figures.stalled, disturbed: 0 });
  },
);

test(
  '[CLU-20] stopping nodes move their users to the other node, and nothing acknowledged is lost',
  { timeout },
  async () => {
    const figures = await restartNodes(environment(), roundsOf({ usual: 1, all: 20 }));
    await report('rolling restarts', figures);
    expect(figures).toMatchObject({ ...noFaults, unclean: 0 });
  },
);
