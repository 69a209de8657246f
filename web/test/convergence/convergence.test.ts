import { beforeAll, expect, test } from 'vitest';
import { report, roundsOf, seed as askedSeed } from '../../../server/test/faults/plan.ts';
import { useTestApp } from '../../../server/test/test-app.ts';
import { installPages, listStrayRequests } from './network.ts';
import { runSequence } from './sequence.ts';
import { createWorld, type World } from './world.ts';

const app = useTestApp();
let world: World;

beforeAll(async () => {
  installPages();
  world = await createWorld(app);
});

const given = process.env['CONVERGENCE_SEED'];

test('[MSG-521] all devices end with what the database has', { timeout: 7_200_000 }, async () => {
  const fixed = Array.from({ length: roundsOf({ usual: 1, all: 2000 }) }, (_, index) => askedSeed + index);
  const seeds = given === undefined ? [...fixed, Date.now() % 1e9, (Date.now() * 7) % 1e9] : [Number(given)];
  for (const seed of seeds) {
    await runSequence(world, seed);
    expect(listStrayRequests()).toEqual([]);
  }
  await report('convergence', { sequences: seeds.length });
});
