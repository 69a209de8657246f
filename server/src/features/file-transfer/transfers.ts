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
  /** Whether a node that was said to be dead is there after all. */
  isAlive: (nodeId: NodeId) => Promise<boolean>;
  times?: steps.Times;
  now?: () => number;
  /** How long people of a node that died have to come to another one before they count as cut off. */
  deathGraceMs?: number;
}

/** More than anybody has to do with at once; whoever names strangers without end fills no memory. */
const maxOthers = 100;

export type Transfers = ReturnType<typeof createTransfers>;

/** The transfers that are going on: at most one between two people. Nothing passes between them before the receiver agreed. */
export function createTransfers(parts: TransferParts) {
  const say = createSaying(parts);
  const leaving = createLeaving(parts, say);

  /** What a device says that may sit down by it. Noted before: it may be cut off while we wait for the store. */
  const sit = <Answer>(by: Party, otherId: UserId, step: steps.Step<Answer>) => {
    leaving.note(by, otherId);
    return say(by.userId, otherId, step);
  };

  return {
    /** False when the two are busy with another one. */
    request: (by: Party, targetId: UserId, metadata: TransferMetadata) =>
      sit(by, targetId, steps.request(by, targetId, metadata)),
    accept: (by: Party, senderId: UserId, options: { canResume: boolean }) =>
      sit(by, senderId, steps.accept(by, options)),
    resume: (by: Party, otherId: UserId) => sit(by, otherId, steps.resume(by)),
    reject: (by: Party, senderId: UserId) => say(by.userId, senderId, steps.reject(by)),
    cancel: (by: Party, otherId: UserId) => say(by.userId, otherId, steps.cancel(by)),
    done: (by: Party, otherId: UserId) => say(by.userId, otherId, steps.done(by)),
    /** To whom something of theirs may be passed on now. Fails when it may not. */
    relay: (by: Party, otherId: UserId, as: Role | 'either') => say(by.userId, otherId, steps.relay(by, as)),

    /** The two are friends no longer. */
    part: (userId: UserId, otherId: UserId) => say(userId, otherId, steps.part),

    /** What somebody was asked and has not answered. */
    listAsked: (userId: UserId) => parts.store.listAsked(userId),
    depart: leaving.depart,
    bury: leaving.bury,
    close: leaving.close,
    /** Ends what has lasted too long, and finishes what failed. Every node does; who comes first has it. */
    async sweep(): Promise<void> {
      await leaving.finish();
      for (const pair of await parts.store.listDue((parts.now ?? Date.now)())) {
        await say(...(pair.split(' ') as [UserId, UserId]), steps.expire);
      }
    },
  };
}

type Say = ReturnType<typeof createSaying>;

/** Takes one step in a pair's transfer, and tells what follows from it. */
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

/** Being cut off: one device, or all of a node. */
function createLeaving({ background, store, isAlive, deathGraceMs = 5000 }: TransferParts, say: Say) {
  /** With whom the devices of this node have, or had, to do. */
  const othersByDevice = new Map<DeviceId, Set<UserId>>();
  const departing = new Map<DeviceId, { by: Party; others: ReadonlySet<UserId> }>();
  const timers = new Set<NodeJS.Timeout>();

  async function finish(): Promise<void> {
    for (const [deviceId, { by, others }] of departing) {
      for (const otherId of others) await say(by.userId, otherId, steps.depart(by));
      departing.delete(deviceId);
    }
  }

  async function clearAway(nodeId: NodeId): Promise<void> {
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
    /** Tries again what the store could not be told. */
    finish,
    note: ({ deviceId }: Party, otherId: UserId): void => {
      const others = othersByDevice.get(deviceId) ?? new Set();
      others.delete(otherId);
      othersByDevice.set(deviceId, others.add(otherId));
      const [oldest] = others;
      if (others.size > maxOthers && oldest !== undefined) others.delete(oldest);
    },
    /** A device's connection is lost. */
    depart: (by: Party): void => {
      const others = othersByDevice.get(by.deviceId);
      if (!others) return;
      othersByDevice.delete(by.deviceId);
      departing.set(by.deviceId, { by, others });
      background.run('transfer', finish);
    },
    /** A node has died or stopped, and all its devices with it. */
    bury: async (nodeId: NodeId): Promise<void> => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        background.run('transfer', () => clearAway(nodeId));
      }, deathGraceMs).unref();
      timers.add(timer);
    },
    close: (): void => timers.forEach((timer) => clearTimeout(timer)),
  };
}
