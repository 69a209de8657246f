import type { UserId } from '@chat-app/contract';
import type { Background } from '../../platform/background.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import { handleDisconnect, type Step } from './transfer-steps.ts';
import type { TransferStore } from './transfer-store.ts';
import { deviceOf, type PeerDevice, receiverOf } from './transfer.ts';

export interface DisconnectDeps {
  background: Background;
  store: TransferStore;
  /** Whether a node that was reported dead is alive after all. */
  isAlive: (nodeId: NodeId) => Promise<boolean>;
  /** How long people of a dead node have to reconnect elsewhere before they count as disconnected. */
  releaseGraceMs?: number;
}

/** Applies a step to the transfer of two people. */
export type ApplyStep = <Answer>(userId: UserId, otherId: UserId, step: Step<Answer>) => Promise<Answer>;

/** Applies a step, or keeps it until the store is reachable. */
export type ApplyEventually = (userId: UserId, otherId: UserId, step: Step) => Promise<void>;

/** More than anybody needs at once; a client that names endless strangers cannot fill the memory. */
const maxOthers = 100;

/** Handles disconnects, of one device or of all devices of a node. */
export function createDisconnects(
  { background, store, isAlive, releaseGraceMs = 5000 }: DisconnectDeps,
  { apply, applyEventually }: { apply: ApplyStep; applyEventually: ApplyEventually },
) {
  /** The people with whom each device of this node has, or had, a transfer. */
  const othersByDevice = new Map<DeviceId, Set<UserId>>();
  const timers = new Set<NodeJS.Timeout>();

  async function disconnectDevicesOf(nodeId: NodeId): Promise<void> {
    if (await isAlive(nodeId)) return;
    for (const transfer of await store.list()) {
      const participants = transfer.phase === 'pending' ? [transfer.sender] : [transfer.sender, transfer.receiver];
      for (const participant of participants) {
        const by = participant.nodeId === nodeId ? deviceOf(participant) : null;
        if (by) await apply(transfer.sender.userId, receiverOf(transfer), handleDisconnect(by));
      }
    }
  }

  return {
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
      background.run('transfer', async () => {
        for (const otherId of others) await applyEventually(by.userId, otherId, handleDisconnect(by));
      });
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
