import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createBackground } from '../../platform/background.ts';
import type { NodeId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/logger.ts';
import type { TransferStore } from './transfer-store.ts';
import type { CreateStores } from './transfer-store.suite.ts';
import { defaultTimes } from './transfer-steps.ts';
import type { PeerDevice, TransferEmitter } from './transfer.ts';
import { createTransfers } from './file-transfer.service.ts';

export const ann: PeerDevice = { userId: asId('ann'), deviceId: asId('ann-1') };
export const bob: PeerDevice = { userId: asId('bob'), deviceId: asId('bob-1') };
const bobsPhone: PeerDevice = { userId: bob.userId, deviceId: asId('bob-2') };
const file = { name: 'film.mkv', size: 5 };
const rounds = Array.from({ length: 20 }, (_, round) => round);

const names = ['requested', 'accepted', 'rejected', 'cancelled', 'taken', 'paused', 'resumed'] as const;

/** Reports each event with the device, or the person, that it is for. */
export const aTransferEmitter = (report: (name: string, to: string, ...rest: unknown[]) => void) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (to: PeerDevice | string, ...rest: unknown[]) => report(name, typeof to === 'string' ? to : to.deviceId, ...rest),
    ]),
  ) as unknown as TransferEmitter;

/** Two nodes that share a store, and the events both have emitted. */
function begin(stores: readonly [TransferStore, TransferStore]) {
  const emitted: string[] = [];
  const emitter = aTransferEmitter((name, to) => emitted.push(`${name} ${to}`));
  const clock = { now: 1_000_000 };
  const background = createBackground(createLogger('silent'));
  const dead = new Set<NodeId>();
  const isAlive = async (nodeId: NodeId) => !dead.has(nodeId);
  const given = { background, emitter, isAlive, now: () => clock.now, releaseGraceMs: 0 };
  const here = createTransfers({ ...given, store: stores[0], nodeId: asId('here') });
  const there = createTransfers({ ...given, store: stores[1], nodeId: asId('there') });
  return { nodes: [here, there], here, there, clock, background, dead, heard: () => emitted.splice(0).toSorted() };
}

/** What two nodes must do with a shared transfer, on any store. */
export function describeTransferNodes(create: CreateStores): void {
  describeRaces(create);
  describeEnds(create);
}

function describeRaces(create: CreateStores): void {
  test('[TRF-8] users on different nodes are connected, and reconnected after a disconnect', async () => {
    const { here, there, background, heard } = begin(await create());
    expect(await here.request(ann, bob.userId, { ...file, canResume: true })).toBe(true);
    expect(await there.request(bob, ann.userId, file)).toBe(false);
    await there.accept(bob, ann.userId, { canResume: true });
    expect(await here.relay(ann, bob.userId, 'sender')).toEqual(bob);
    there.handleDisconnect(bob);
    await background.settle();
    await here.resume(bobsPhone, ann.userId);
    expect(await there.relay(bobsPhone, ann.userId, 'receiver').catch(String)).toEqual(ann);
    expect(heard()).toEqual(['accepted ann-1', 'paused ann-1', 'requested bob', 'resumed ann-1', 'taken bob-1']);
  });

  test('[TRF-8] a request accepted in two tabs at once through two nodes is accepted by one of them', async () => {
    const { nodes, here, heard } = begin(await create());
    for (const _ of rounds) {
      await here.request(ann, bob.userId, file);
      heard();
      const tabs = [bob, bobsPhone];
      const answers = await Promise.allSettled(
        nodes.map((node, index) => node.accept(tabs[index] ?? bob, ann.userId, { canResume: false })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const winner = tabs[answers.findIndex(({ status }) => status === 'fulfilled')];
      expect(heard()).toEqual(['accepted ann-1', `taken ${winner?.deviceId}`]);
      expect(await here.relay(ann, bob.userId, 'sender')).toEqual(winner);
      await here.cancel(ann, bob.userId);
    }
  });

  test('[TRF-8] of two requests sent by both users at once through two nodes, one remains', async () => {
    const { here, there, heard } = begin(await create());
    for (const _ of rounds) {
      const answers = await Promise.all([here.request(ann, bob.userId, file), there.request(bob, ann.userId, file)]);
      expect(answers.toSorted()).toEqual([false, true]);
      expect(heard()).toHaveLength(1);
      await (answers[0] ? here.cancel(ann, bob.userId) : there.cancel(bob, ann.userId));
      heard();
    }
  });

  test('[TRF-8] an expired request is ended once, although both nodes sweep at once', async () => {
    const { nodes, here, clock, heard } = begin(await create());
    for (const _ of rounds) {
      await here.request(ann, bob.userId, file);
      heard();
      clock.now += defaultTimes.pendingMs;
      await Promise.all(nodes.map((node) => node.sweep()));
      expect(heard()).toEqual(['cancelled ann-1', 'cancelled bob']);
    }
  });
}

function describeEnds(create: CreateStores): void {
  test('[TRF-8] devices of a dead node count as disconnected, those of a node that is alive again do not', async () => {
    const { here, there, clock, background, dead, heard } = begin(await create());
    await here.request(ann, bob.userId, { ...file, canResume: true });
    await there.accept(bob, ann.userId, { canResume: true });
    heard();
    const release = async () => {
      await here.releaseNode(asId('there'));
      // First the grace period, which is zero, and then the work.
      await new Promise((resolve) => setTimeout(resolve, 1));
      await background.settle();
    };
    await release();
    expect(heard()).toEqual([]);
    dead.add(asId('there'));
    await release();
    await release();
    expect(heard()).toEqual(['paused ann-1']);
    clock.now += defaultTimes.resumeMs;
    await here.sweep();
    expect(heard()).toEqual(['cancelled ann-1', 'cancelled bob']);
  });

  test('[TRF-8] an accepted transfer without any events is removed without emitting anything', async () => {
    const { here, there, clock, heard } = begin(await create());
    await here.request(ann, bob.userId, file);
    await there.accept(bob, ann.userId, { canResume: false });
    heard();
    clock.now += defaultTimes.retentionMs;
    await there.sweep();
    expect(heard()).toEqual([]);
    expect(await there.request(bobsPhone, ann.userId, file)).toBe(true);
  });
}
