import type { ChatId, UserId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';
import type { CallEmitter } from './call-emitter.ts';
import type { LeaveRequest, Participant } from './participant-store.ts';

export interface LocalParticipant extends Participant {
  readonly isGroup: boolean;
  /** The people in the call, on all nodes, as this node last knew them. */
  knownIds: readonly UserId[];
}

export type LocalParticipants = ReturnType<typeof createLocalParticipants>;

/** The devices that joined a call through this node, which it knows without Redis. A participant is in the room. */
export function createLocalParticipants({ isInRoom }: Pick<CallEmitter, 'isInRoom'>) {
  const participantByDevice = new Map<DeviceId, LocalParticipant>();
  const list = () => [...participantByDevice.values()].filter(({ chatId, deviceId }) => isInRoom(chatId, deviceId));
  return {
    list,
    listIn: (chatId: ChatId) => list().filter((each) => each.chatId === chatId),
    add: (participant: LocalParticipant): void => void participantByDevice.set(participant.deviceId, participant),
    /** Returns the device's participant, which may have left the room. */
    remove: (deviceId: DeviceId): LocalParticipant | null => {
      const participant = participantByDevice.get(deviceId) ?? null;
      participantByDevice.delete(deviceId);
      return participant;
    },
    find: ({ chatId, userId, deviceId }: LeaveRequest): LocalParticipant | null =>
      list().find(
        (each) =>
          each.chatId === chatId && each.userId === userId && (deviceId === undefined || each.deviceId === deviceId),
      ) ?? null,
    /** Keeps who is in the call. */
    note: (chatId: ChatId, userIds: readonly UserId[]): void => {
      for (const participant of participantByDevice.values())
        if (participant.chatId === chatId) participant.knownIds = userIds;
    },
  };
}
