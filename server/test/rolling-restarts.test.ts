import { expect, test } from 'vitest';
import { useEnvironment } from './faults/environment.ts';
import { report, roundsOf } from './faults/plan.ts';
import { restartNodes } from './faults/rolling-restarts.ts';
import { noFaults } from './faults/tally.ts';

const timeout = 1_800_000;
const environment = useEnvironment();

test(
  '[CLU-20] stopping nodes move their users to the other node, and nothing acknowledged is lost',
  { timeout },
  async () => {
    const figures = await restartNodes(environment(), roundsOf({ usual: 1, all: 20 }));
    await report('rolling restarts', figures);
    expect(figures).toMatchObject({ ...noFaults, unclean: 0 });
  },
);
