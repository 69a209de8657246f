import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import {
  type ApplyEventually,
  type ApplyStep,
  createDisconnects,
  type DisconnectDeps,
} from './transfer-disconnects.ts';
import * as steps from './transfer-steps.ts';
import { type Effect, pairOf, type PeerDevice, receiverOf, type Role, type TransferEmitter } from './transfer.ts';
import { createUnfinishedSteps } from './unfinished-steps.ts';

interface TransferDeps extends DisconnectDeps {
  emitter: TransferEmitter;
  nodeId: NodeId;
  times?: steps.Times;
  now?: () => number;
}

export type Transfers = ReturnType<typeof createTransfers>;

/** Active transfers, at most one per pair of people. Nothing is relayed before the receiver has accepted. */
export function createTransfers(deps: TransferDeps) {
  const { emitter, nodeId, now = Date.now, store, times = steps.defaultTimes } = deps;
  const perform = ([name, ...args]: Effect) => (emitter[name] as (...args: unknown[]) => void)(...args);

  /** Applies a step to a pair's transfer and emits its effects. */
  const apply: ApplyStep = async (userId, otherId, step) => {
    const { effects, answer } = await store.update(pairOf(userId, otherId), (transfer) =>
      step(transfer, { now: now(), nodeId, times }),
    );
    effects.forEach(perform);
    return answer;
  };
  const unfinished = createUnfinishedSteps();
  const applyEventually: ApplyEventually = (userId, otherId, step) =>
    unfinished.run(() => apply(userId, otherId, step));
  const disconnects = createDisconnects(deps, { apply, applyEventually });

  /** For steps by which a device takes part. Tracked first, because it may disconnect while the store is updated. */
  const join = async <Answer>(by: PeerDevice, otherId: UserId, step: steps.Step<Answer>): Promise<Answer> => {
    disconnects.track(by, otherId);
    // Otherwise it would end the new transfer.
    await unfinished.finish();
    return apply(by.userId, otherId, step);
  };

  return {
    /** False when the two have another transfer. */
    request: (by: PeerDevice, targetId: UserId, metadata: TransferMetadata) =>
      join(by, targetId, steps.request(by, targetId, metadata)),
    accept: (by: PeerDevice, senderId: UserId, options: { canResume: boolean }) =>
      join(by, senderId, steps.accept(by, options)),
    resume: (by: PeerDevice, otherId: UserId) => join(by, otherId, steps.resume(by)),
    reject: (by: PeerDevice, senderId: UserId) => applyEventually(by.userId, senderId, steps.reject(by)),
    cancel: (by: PeerDevice, otherId: UserId) => applyEventually(by.userId, otherId, steps.cancel(by)),
    done: (by: PeerDevice, otherId: UserId) => applyEventually(by.userId, otherId, steps.done(by)),
    /** Returns the device to relay to. Fails when relaying is not allowed. */
    relay: (by: PeerDevice, otherId: UserId, as: Role | 'either') => apply(by.userId, otherId, steps.relay(by, as)),

    /** The two are no longer friends. */
    endBetween: (userId: UserId, otherId: UserId) => applyEventually(userId, otherId, steps.endBetween),

    /** The person is suspended: none of their devices can go on. */
    async endAllOf(userId: UserId): Promise<void> {
      for (const transfer of await store.list()) {
        const [one, other] = [transfer.sender.userId, receiverOf(transfer)];
        if (one === userId || other === userId) await applyEventually(one, other, steps.endBetween);
      }
    },

    /** Requests that this person has not answered. */
    listPendingFor: (userId: UserId) => store.listPendingFor(userId),
    handleDisconnect: disconnects.handleDisconnect,
    releaseNode: disconnects.releaseNode,
    close: disconnects.close,
    /** Stores what could not be stored while the store was unreachable. */
    finish: unfinished.finish,
    /** Ends expired transfers, after unfinished work. Every node does this; the first one wins. */
    async sweep(): Promise<void> {
      await unfinished.finish();
      for (const pair of await store.listDue(now())) {
        await apply(...(pair.split(' ') as [UserId, UserId]), steps.expire);
      }
    },
  };
}
