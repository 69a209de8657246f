import { createRandom } from '../../../server/test/random.ts';
import { compareAll, comparePlaces, settle } from './comparison.ts';
import { openChat, type Sequence, takeStep, toggleArchive, togglePinOfChat } from './steps.ts';
import type { World } from './world.ts';

/** Does random things on all devices, waits until everything is quiet, and compares what everybody sees. */
export async function runSequence(world: World, seed: number): Promise<void> {
  const random = createRandom(seed);
  const group = await world.aGroup();
  const devices = await world.openAll(seed);
  const begun = { written: 0, isGuestThere: false, isRestarting: false };
  const sequence: Sequence = { world, random, devices, group, steps: [], running: new Set(), ...begun };
  try {
    await settle(world, devices);
    for (const device of devices) openChat(sequence, device);
    for (const { network } of devices) network.disturbedOneIn = 6;
    const count = 20 + random.below(40);
    for (let step = 0; step < count; step += 1) await takeStep(sequence);
    await calm(sequence);
    await placeChats(sequence);
    await compareAll(sequence);
  } catch (error) {
    const steps = sequence.steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n');
    throw new Error(`seed ${seed} (repeat it with CONVERGENCE_SEED=${seed})\n${steps}\n${String(error)}`, {
      cause: error,
    });
  } finally {
    for (const device of devices) device.close();
    await world.clear(group);
  }
}

/** Nothing makes the devices fetch their lists any more: they learn by events where one of them puts a chat. */
async function placeChats(sequence: Sequence): Promise<void> {
  const { devices, random, world } = sequence;
  const device = random.pick(devices.filter(({ name }) => name.startsWith('ann') || name.startsWith('bob')));
  for (const place of [togglePinOfChat, togglePinOfChat, toggleArchive, toggleArchive]) {
    await place(sequence, device);
    for (const other of devices) await comparePlaces(world, other);
  }
}

/** Ends all disturbances, and waits until no device has anything under way. */
async function calm({ devices, running, world }: Sequence): Promise<void> {
  await Promise.all(running);
  for (const device of devices) {
    device.network.disturbedOneIn = 0;
    device.run((page) => page.goOnline());
  }
  await settle(world, devices);
}
