import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { Background } from '../../platform/background.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import type { TransferStore } from './transfer-store.ts';
import * as steps from './transfer-steps.ts';
import {
  type Effect,
  pairOf,
  type PeerDevice,
  deviceOf,
  receiverOf,
  type Role,
  type TransferEmitter,
} from './transfer.ts';

interface TransferParts {
  background: Background;
  store: TransferStore;
  emitter: TransferEmitter;
  nodeId: NodeId;
  /** Whether a node that was reported dead is alive after all. */
  isAlive: (nodeId: NodeId) => Promise<boolean>;
  times?: steps.Times;
  now?: () => number;
  /** How long people of a dead node have to reconnect elsewhere before they count as disconnected. */
  releaseGraceMs?: number;
}

/** More than anybody needs at once; a client that names endless strangers cannot fill the memory. */
const maxOthers = 100;

export type Transfers = ReturnType<typeof createTransfers>;

/** Active transfers, at most one per pair of people. Nothing is relayed before the receiver has accepted. */
export function createTransfers(parts: TransferParts) {
  const apply = createApply(parts);
  const disconnects = createDisconnects(parts, apply);

  /** For steps by which a device takes part. Noted first, because it may disconnect while the store is updated. */
  const join = <Answer>(by: PeerDevice, otherId: UserId, step: steps.Step<Answer>) => {
    disconnects.track(by, otherId);
    return apply(by.userId, otherId, step);
  };

  return {
    /** False when the two have another transfer. */
    request: (by: PeerDevice, targetId: UserId, metadata: TransferMetadata) =>
      join(by, targetId, steps.request(by, targetId, metadata)),
    accept: (by: PeerDevice, senderId: UserId, options: { canResume: boolean }) =>
      join(by, senderId, steps.accept(by, options)),
    resume: (by: PeerDevice, otherId: UserId) => join(by, otherId, steps.resume(by)),
    reject: (by: PeerDevice, senderId: UserId) => apply(by.userId, senderId, steps.reject(by)),
    cancel: (by: PeerDevice, otherId: UserId) => apply(by.userId, otherId, steps.cancel(by)),
    done: (by: PeerDevice, otherId: UserId) => apply(by.userId, otherId, steps.done(by)),
    /** Returns the party to relay to. Fails when relaying is not allowed. */
    relay: (by: PeerDevice, otherId: UserId, as: Role | 'either') => apply(by.userId, otherId, steps.relay(by, as)),

    /** The two are no longer friends. */
    endBetween: (userId: UserId, otherId: UserId) => apply(userId, otherId, steps.endBetween),

    /** Requests that this person has not answered. */
    listPendingFor: (userId: UserId) => parts.store.listPendingFor(userId),
    handleDisconnect: disconnects.handleDisconnect,
    releaseNode: disconnects.releaseNode,
    close: disconnects.close,
    /** Ends expired transfers and retries failed work. Every node does this; the first one wins. */
    async sweep(): Promise<void> {
      await disconnects.finish();
      for (const pair of await parts.store.listDue((parts.now ?? Date.now)())) {
        await apply(...(pair.split(' ') as [UserId, UserId]), steps.expire);
      }
    },
  };
}

type Apply = ReturnType<typeof createApply>;

/** Applies a step to a pair's transfer and emits its effects. */
function createApply({ store, emitter, nodeId, times = steps.defaultTimes, now = Date.now }: TransferParts) {
  const perform = ([name, ...args]: Effect) => (emitter[name] as (...args: unknown[]) => void)(...args);

  return async <Answer>(userId: UserId, otherId: UserId, step: steps.Step<Answer>): Promise<Answer> => {
    const { effects, answer } = await store.update(pairOf(userId, otherId), (transfer) =>
      step(transfer, { now: now(), nodeId, times }),
    );
    effects.forEach(perform);
    return answer;
  };
}

/** Handles disconnects, of one device or of all devices of a node. */
function createDisconnects({ background, store, isAlive, releaseGraceMs = 5000 }: TransferParts, apply: Apply) {
  /** The people with whom each device of this node has, or had, a transfer. */
  const othersByDevice = new Map<DeviceId, Set<UserId>>();
  const disconnecting = new Map<DeviceId, { by: PeerDevice; others: ReadonlySet<UserId> }>();
  const timers = new Set<NodeJS.Timeout>();

  async function finish(): Promise<void> {
    for (const [deviceId, { by, others }] of disconnecting) {
      for (const otherId of others) await apply(by.userId, otherId, steps.handleDisconnect(by));
      disconnecting.delete(deviceId);
    }
  }

  async function disconnectDevicesOf(nodeId: NodeId): Promise<void> {
    if (await isAlive(nodeId)) return;
    for (const transfer of await store.list()) {
      const participants = transfer.phase === 'pending' ? [transfer.sender] : [transfer.sender, transfer.receiver];
      for (const participant of participants) {
        const by = participant.nodeId === nodeId ? deviceOf(participant) : null;
        if (by) await apply(transfer.sender.userId, receiverOf(transfer), steps.handleDisconnect(by));
      }
    }
  }

  return {
    /** Retries disconnects that could not be stored. */
    finish,
    track: ({ deviceId }: PeerDevice, otherId: UserId): void => {
      const others = othersByDevice.get(deviceId) ?? new Set();
      others.delete(otherId);
      othersByDevice.set(deviceId, others.add(otherId));
      const [oldest] = others;
      if (others.size > maxOthers && oldest !== undefined) others.delete(oldest);
    },
    /** A device disconnected. */
    handleDisconnect: (by: PeerDevice): void => {
      const others = othersByDevice.get(by.deviceId);
      if (!others) return;
      othersByDevice.delete(by.deviceId);
      disconnecting.set(by.deviceId, { by, others });
      background.run('transfer', finish);
    },
    /** A node died or stopped, which disconnected all its devices. */
    releaseNode: async (nodeId: NodeId): Promise<void> => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        background.run('transfer', () => disconnectDevicesOf(nodeId));
      }, releaseGraceMs).unref();
      timers.add(timer);
    },
    close: (): void => timers.forEach((timer) => clearTimeout(timer)),
  };
}
