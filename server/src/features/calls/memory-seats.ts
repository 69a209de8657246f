import { type ChatId, limits, type UserId } from '@chat-app/contract';
import type { Seat, Seats } from './seats.ts';

interface Call {
  isGroup: boolean;
  readonly seatByUser: Map<UserId, Seat & { keptAt: number }>;
}

/** The participants of a single process. */
export function createMemorySeats(now: () => number = Date.now): Seats {
  const callByChat = new Map<ChatId, Call>();
  const chatByUser = new Map<UserId, ChatId>();

  const find = (chatId: ChatId, userId: UserId) => callByChat.get(chatId)?.seatByUser.get(userId) ?? null;

  function refusal({ chatId, userId }: Seat) {
    const elsewhere = chatByUser.get(userId);
    if (elsewhere !== undefined && elsewhere !== chatId) return { outcome: 'elsewhere', chatId: elsewhere } as const;
    const isFull = (callByChat.get(chatId)?.seatByUser.size ?? 0) >= limits.callParticipantsMax;
    return isFull && elsewhere === undefined ? ({ outcome: 'full' } as const) : null;
  }

  function sit(seat: Seat, isGroup: boolean): Call {
    const call = callByChat.get(seat.chatId) ?? { isGroup, seatByUser: new Map() };
    callByChat.set(seat.chatId, call);
    call.seatByUser.set(seat.userId, { ...seat, keptAt: now() });
    chatByUser.set(seat.userId, seat.chatId);
    return call;
  }

  return {
    take: async (seat, { isGroup }) => {
      const refused = refusal(seat);
      if (refused) return refused;
      const before = find(seat.chatId, seat.userId)?.deviceId ?? null;
      sit(seat, isGroup).isGroup = isGroup;
      return { outcome: 'taken', before: before === seat.deviceId ? null : before };
    },
    keep: async (seat, { isGroup }) => {
      const held = find(seat.chatId, seat.userId);
      if (refusal(seat) || (held && held.deviceId !== seat.deviceId)) return false;
      sit(seat, isGroup);
      return true;
    },
    leave: async ({ chatId, userId, deviceId }) => {
      const call = callByChat.get(chatId);
      const seat = find(chatId, userId);
      if (!call || !seat || (deviceId !== undefined && seat.deviceId !== deviceId)) return null;
      call.seatByUser.delete(userId);
      chatByUser.delete(userId);
      if (call.seatByUser.size === 0) callByChat.delete(chatId);
      return { deviceId: seat.deviceId, isGroup: call.isGroup, people: [...call.seatByUser.keys()] };
    },
    clear: async (chatId) => {
      for (const userId of callByChat.get(chatId)?.seatByUser.keys() ?? []) chatByUser.delete(userId);
      callByChat.delete(chatId);
    },
    list: async (chatId) =>
      [...(callByChat.get(chatId)?.seatByUser.values() ?? [])].map(({ userId, deviceId }) => ({ userId, deviceId })),
    deviceOf: async (chatId, userId) => find(chatId, userId)?.deviceId ?? null,
    chatOf: async (userId) => chatByUser.get(userId) ?? null,
    listLapsed: async (ms, nodeId) =>
      [...callByChat.values()]
        .flatMap(({ seatByUser }) => [...seatByUser.values()])
        .filter((seat) => seat.keptAt <= now() - ms && (nodeId === undefined || seat.nodeId === nodeId))
        .map(({ chatId, userId, deviceId, nodeId: node }) => ({ chatId, userId, deviceId, nodeId: node })),
  };
}
