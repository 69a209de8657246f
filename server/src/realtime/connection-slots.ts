import { socketLimits, type UserId } from '@chat-app/contract';
import type { DeviceId } from '../platform/ids.ts';

const restoredAtOnce = 100;

export type ConnectionSlots = ReturnType<typeof createConnectionSlots>;

/** The slots that the devices of all nodes hold. Fails while Redis is unreachable. */
export interface SharedSlots {
  /** Takes a slot for a device of this node; false when all of the person's slots are taken. */
  take: (userId: UserId, deviceId: DeviceId, maxSlots: number) => Promise<boolean>;
  release: (userId: UserId, deviceId: DeviceId) => Promise<void>;
  /** Records devices of this node, whether or not there are slots left. */
  restore: (devices: readonly (readonly [UserId, DeviceId])[]) => Promise<void>;
}

/**
 * Limits the connections of each person. A device holds its slot from the handshake on, so that parallel handshakes
 * count each other. While the shared slots are unreachable, the limit holds per node.
 */
export function createConnectionSlots(
  shared: SharedSlots | null,
  maxSlots: number = socketLimits.connectionsPerPerson,
) {
  const devicesByUser = new Map<UserId, Set<DeviceId>>();
  /** Those that the shared slots still hold, because they were unreachable. */
  const unreleased = new Map<DeviceId, UserId>();

  function remove(userId: UserId, deviceId: DeviceId): boolean {
    const devices = devicesByUser.get(userId);
    if (!devices?.delete(deviceId)) return false;
    if (devices.size === 0) devicesByUser.delete(userId);
    return true;
  }

  const listOf = (userId: UserId) => [...(devicesByUser.get(userId) ?? [])].map((id) => [userId, id] as const);

  return {
    /** False when the person has no free slot. */
    take: async (userId: UserId, deviceId: DeviceId): Promise<boolean> => {
      const devices = devicesByUser.get(userId) ?? new Set();
      if (devices.size >= maxSlots) return false;
      devicesByUser.set(userId, devices.add(deviceId));
      const isTaken = (await shared?.take(userId, deviceId, maxSlots).catch(() => true)) ?? true;
      if (!isTaken) remove(userId, deviceId);
      return isTaken;
    },

    /** Does nothing for a device without a slot. */
    release: (userId: UserId, deviceId: DeviceId): void => {
      if (remove(userId, deviceId)) shared?.release(userId, deviceId).catch(() => unreleased.set(deviceId, userId));
    },

    /** Brings the shared slots up to date after they were unreachable or lost. */
    restore: async (): Promise<void> => {
      if (!shared) return;
      await Promise.all(
        Array.from(unreleased, async ([deviceId, userId]) => {
          await shared.release(userId, deviceId);
          unreleased.delete(deviceId);
        }),
      );
      const userIds = [...devicesByUser.keys()];
      for (let start = 0; start < userIds.length; start += restoredAtOnce) {
        const some = userIds.slice(start, start + restoredAtOnce);
        // Listed when they are sent: one that disconnects before that is released, and must not be restored.
        await shared.restore(some.flatMap((userId) => listOf(userId)));
      }
    },
  };
}
