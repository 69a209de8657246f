import type { DomainBus } from '../../domain-events.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Calls, CallTeller } from './calls.service.ts';

export function createCallTeller({ io, rooms }: Gateway): CallTeller {
  return {
    present: (chatId, userIds) => void io.to(rooms.call(chatId)).emit('callingUsers', userIds, chatId),
    admit: (chatId, deviceId) => io.in(deviceId).socketsJoin(rooms.call(chatId)),
    expel: (chatId, deviceId) => io.in(deviceId).socketsLeave(rooms.call(chatId)),
    taken: (chatId, { userId, deviceId }) =>
      void io.to(rooms.user(userId)).except(deviceId).emit('voiceDeviceJoined', chatId),
  };
}

interface CallBroadcastParts {
  bus: DomainBus;
  broadcaster: Broadcaster;
  calls: Calls;
}

/** It rings at everybody but the caller; that a call is going on shows to all. */
export function broadcastCalls({ bus, broadcaster, calls }: CallBroadcastParts) {
  bus.on('call.started', ({ chatId, userId }) => {
    broadcaster.toChatExcept({ chatId, userId }, 'voiceCallStart', chatId);
    broadcaster.toChat(chatId, 'updateChat', chatId);
  });

  bus.on('call.ended', ({ chatId }) => {
    calls.clear(chatId);
    broadcaster.toChat(chatId, 'voiceCallEnd', chatId);
    broadcaster.toChat(chatId, 'updateChat', chatId);
  });

  bus.on('chat.memberGone', ({ chatId, userId }) => calls.putOut(chatId, userId));
  bus.on('chat.deleted', ({ chatId, userIds }) => {
    calls.clear(chatId);
    broadcaster.toUsers(userIds, 'voiceCallEnd', chatId);
  });
}
