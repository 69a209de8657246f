import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { Background } from '../../platform/background.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import type { TransferStore } from './transfer-store.ts';
import * as steps from './transfer-steps.ts';
import { type Effect, pairOf, type Party, partyOf, receiverOf, type Role, type TransferTeller } from './transfer.ts';

interface TransferParts {
  background: Background;
  store: TransferStore;
  tell: TransferTeller;
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
  const say = createSaying(parts);
  const leaving = createLeaving(parts, say);

  /** For steps by which a device takes part. Noted first, because it may disconnect while the store is updated. */
  const sit = <Answer>(by: Party, otherId: UserId, step: steps.Step<Answer>) => {
    leaving.note(by, otherId);
    return say(by.userId, otherId, step);
  };

  return {
    /** False when the two have another transfer. */
    request: (by: Party, targetId: UserId, metadata: TransferMetadata) =>
      sit(by, targetId, steps.request(by, targetId, metadata)),
    accept: (by: Party, senderId: UserId, options: { canResume: boolean }) =>
      sit(by, senderId, steps.accept(by, options)),
    resume: (by: Party, otherId: UserId) => sit(by, otherId, steps.resume(by)),
    reject: (by: Party, senderId: UserId) => say(by.userId, senderId, steps.reject(by)),
    cancel: (by: Party, otherId: UserId) => say(by.userId, otherId, steps.cancel(by)),
    done: (by: Party, otherId: UserId) => say(by.userId, otherId, steps.done(by)),
    /** Returns the party to relay to. Fails when relaying is not allowed. */
    relay: (by: Party, otherId: UserId, as: Role | 'either') => say(by.userId, otherId, steps.relay(by, as)),

    /** The two are no longer friends. */
    part: (userId: UserId, otherId: UserId) => say(userId, otherId, steps.part),

    /** Requests that this person has not answered. */
    listAsked: (userId: UserId) => parts.store.listAsked(userId),
    depart: leaving.depart,
    releaseNode: leaving.releaseNode,
    close: leaving.close,
    /** Ends expired transfers and retries failed work. Every node does this; the first one wins. */
    async sweep(): Promise<void> {
      await leaving.finish();
      for (const pair of await parts.store.listDue((parts.now ?? Date.now)())) {
        await say(...(pair.split(' ') as [UserId, UserId]), steps.expire);
      }
    },
  };
}

type Say = ReturnType<typeof createSaying>;

/** Applies a step to a pair's transfer and emits its effects. */
function createSaying({ store, tell, nodeId, times = steps.usualTimes, now = Date.now }: TransferParts) {
  const perform = ([name, ...args]: Effect) => (tell[name] as (...args: unknown[]) => void)(...args);

  return async <Answer>(userId: UserId, otherId: UserId, step: steps.Step<Answer>): Promise<Answer> => {
    const { effects, answer } = await store.update(pairOf(userId, otherId), (transfer) =>
      step(transfer, { now: now(), nodeId, times }),
    );
    effects.forEach(perform);
    return answer;
  };
}

/** Handles disconnects, of one device or of all devices of a node. */
function createLeaving({ background, store, isAlive, releaseGraceMs = 5000 }: TransferParts, say: Say) {
  /** The people with whom each device of this node has, or had, a transfer. */
  const othersByDevice = new Map<DeviceId, Set<UserId>>();
  const departing = new Map<DeviceId, { by: Party; others: ReadonlySet<UserId> }>();
  const timers = new Set<NodeJS.Timeout>();

  async function finish(): Promise<void> {
    for (const [deviceId, { by, others }] of departing) {
      for (const otherId of others) await say(by.userId, otherId, steps.depart(by));
      departing.delete(deviceId);
    }
  }

  async function disconnectDevicesOf(nodeId: NodeId): Promise<void> {
    if (await isAlive(nodeId)) return;
    for (const transfer of await store.list()) {
      const seats = transfer.phase === 'pending' ? [transfer.sender] : [transfer.sender, transfer.receiver];
      for (const seat of seats) {
        const by = seat.nodeId === nodeId ? partyOf(seat) : null;
        if (by) await say(transfer.sender.userId, receiverOf(transfer), steps.depart(by));
      }
    }
  }

  return {
    /** Retries disconnects that could not be stored. */
    finish,
    note: ({ deviceId }: Party, otherId: UserId): void => {
      const others = othersByDevice.get(deviceId) ?? new Set();
      others.delete(otherId);
      othersByDevice.set(deviceId, others.add(otherId));
      const [oldest] = others;
      if (others.size > maxOthers && oldest !== undefined) others.delete(oldest);
    },
    /** A device disconnected. */
    depart: (by: Party): void => {
      const others = othersByDevice.get(by.deviceId);
      if (!others) return;
      othersByDevice.delete(by.deviceId);
      departing.set(by.deviceId, { by, others });
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
