import type { DeviceId } from '../../platform/ids.ts';
import type { LeaveRequest, LeaveResult, ParticipantStore } from './participant-store.ts';

/** A device of this node that has left, or has lost its connection. */
export interface LeavingDevice extends Required<LeaveRequest> {
  readonly isGroup: boolean;
}

export interface UnsavedLeave extends LeavingDevice {
  /** Leaving may end the call that started then, but no later one; with null it ends none. */
  readonly startedAt: string | null;
}

/** Leaves that Redis has missed. They are repeated when it is reachable, and `apply` does what follows from them. */
export function createUnsavedLeaves(
  participants: ParticipantStore,
  apply: (leave: UnsavedLeave, left: LeaveResult) => Promise<void>,
) {
  const leaveByDevice = new Map<DeviceId, UnsavedLeave>();

  /**
   * A hanging Redis runs the commands it has received when it continues, although their callers have given up. The
   * lists of a group call are repeated anyway, and it may be empty only because Redis has lost its data.
   */
  async function findStored({ chatId, userId, deviceId, isGroup }: LeavingDevice): Promise<LeaveResult | null> {
    const isStored = !isGroup && (await participants.deviceOf(chatId, userId)) === null;
    return isStored ? { deviceId, isGroup, remaining: [], media: null } : null;
  }

  return {
    add: ({ chatId, userId, deviceId, isGroup, startedAt }: UnsavedLeave): void =>
      void leaveByDevice.set(deviceId, { chatId, userId, deviceId, isGroup, startedAt }),
    /** Fails while Redis is unreachable. */
    save: async (): Promise<void> => {
      for (const [deviceId, leave] of leaveByDevice) {
        const left = (await participants.leave(leave)) ?? (await findStored(leave));
        if (leaveByDevice.get(deviceId) === leave) leaveByDevice.delete(deviceId);
        if (left) await apply(leave, left);
      }
    },
  };
}
