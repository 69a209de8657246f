import { type ChatId, limits, type UserId } from '@chat-app/contract';
import { createInMemoryMedia, type InMemoryMedia } from './in-memory-media.ts';
import type { Participant, ParticipantStore } from './participant-store.ts';

interface CallEntry {
  isGroup: boolean;
  readonly participantByUser: Map<UserId, Participant & { renewedAt: number }>;
  readonly media: InMemoryMedia;
}

/** Keeps the participants of all calls in memory, for a program that runs as a single process without Redis. */
export function createInMemoryParticipantStore(now: () => number = Date.now): ParticipantStore {
  const callByChat = new Map<ChatId, CallEntry>();
  const chatByUser = new Map<UserId, ChatId>();

  const find = (chatId: ChatId, userId: UserId) => callByChat.get(chatId)?.participantByUser.get(userId) ?? null;

  function refusal({ chatId, userId }: Participant) {
    const elsewhere = chatByUser.get(userId);
    if (elsewhere !== undefined && elsewhere !== chatId) return { outcome: 'elsewhere', chatId: elsewhere } as const;
    const isFull = (callByChat.get(chatId)?.participantByUser.size ?? 0) >= limits.callParticipantsMax;
    return isFull && elsewhere === undefined ? ({ outcome: 'full' } as const) : null;
  }

  function put(participant: Participant, isGroup: boolean): CallEntry {
    const media = createInMemoryMedia();
    const call = callByChat.get(participant.chatId) ?? { isGroup, participantByUser: new Map(), media };
    const previous = call.participantByUser.get(participant.userId);
    if (previous && previous.deviceId !== participant.deviceId) call.media.hide(participant.userId);
    callByChat.set(participant.chatId, call);
    call.participantByUser.set(participant.userId, { ...participant, renewedAt: now() });
    chatByUser.set(participant.userId, participant.chatId);
    return call;
  }

  const listRenewedUntil = (time: number): Participant[] =>
    [...callByChat.values()]
      .flatMap(({ participantByUser }) => [...participantByUser.values()])
      .filter(({ renewedAt }) => renewedAt <= time)
      .map(({ renewedAt: _renewedAt, ...participant }) => participant);

  return {
    join: async (participant, { isGroup }) => {
      const refused = refusal(participant);
      if (refused) return refused;
      const previous = find(participant.chatId, participant.userId)?.deviceId ?? null;
      put(participant, isGroup).isGroup = isGroup;
      return { outcome: 'joined', replacedDeviceId: previous === participant.deviceId ? null : previous };
    },
    renew: async (participant, { isGroup }) => {
      const held = find(participant.chatId, participant.userId);
      if (refusal(participant) || (held && held.deviceId !== participant.deviceId)) return false;
      put(participant, isGroup);
      return true;
    },
    leave: async ({ chatId, userId, deviceId }) => {
      const call = callByChat.get(chatId);
      const participant = find(chatId, userId);
      if (!call || !participant || (deviceId !== undefined && participant.deviceId !== deviceId)) return null;
      call.participantByUser.delete(userId);
      chatByUser.delete(userId);
      if (call.participantByUser.size === 0) callByChat.delete(chatId);
      return {
        deviceId: participant.deviceId,
        isGroup: call.isGroup,
        remaining: [...call.participantByUser.keys()],
        media: call.media.hide(userId) ? call.media.current() : null,
      };
    },
    clear: async (chatId) => {
      for (const userId of callByChat.get(chatId)?.participantByUser.keys() ?? []) chatByUser.delete(userId);
      callByChat.delete(chatId);
    },
    list: async (chatId) =>
      [...(callByChat.get(chatId)?.participantByUser.values() ?? [])].map(({ userId, deviceId }) => ({
        userId,
        deviceId,
      })),
    show: async ({ chatId, userId, deviceId }, shown) => {
      const call = callByChat.get(chatId);
      if (call?.participantByUser.get(userId)?.deviceId !== deviceId) return { outcome: 'absent' };
      return call.media.show(userId, shown);
    },
    mediaOf: async (chatId) => callByChat.get(chatId)?.media.current() ?? { cameraIds: [], screenId: null },
    deviceOf: async (chatId, userId) => find(chatId, userId)?.deviceId ?? null,
    chatOf: async (userId) => chatByUser.get(userId) ?? null,
    listExpired: async (ms) => listRenewedUntil(now() - ms),
    listAbandoned: async (nodeId, since) => listRenewedUntil(since).filter((each) => each.nodeId === nodeId),
  };
}
