import type { CallMedia, ChatId, UserId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';
import type { Gateway } from '../../realtime/gateway.ts';

/** Emits to the devices in a call and manages the call's room. */
export interface CallEmitter {
  /** Emits the participants to everybody in the call. */
  emitParticipants: (chatId: ChatId, userIds: UserId[]) => void;
  /** Repeats them to the devices of this node: events that two nodes emitted at once may arrive in the wrong order. */
  emitParticipantsHere: (chatId: ChatId, userIds: UserId[]) => void;
  /** Emits what the participants show to everybody in the call. */
  emitMedia: (chatId: ChatId, media: CallMedia) => void;
  /** Repeats it to the devices of this node, for the same reason as the participants. */
  emitMediaHere: (chatId: ChatId, media: CallMedia) => void;
  emitMediaTo: (chatId: ChatId, deviceId: DeviceId, media: CallMedia) => void;
  /** Joins a device of this node to the room. */
  joinRoom: (chatId: ChatId, deviceId: DeviceId) => void;
  leaveRoom: (chatId: ChatId, deviceId: DeviceId) => void;
  /** All devices of the person leave the room. */
  removeUser: (chatId: ChatId, userId: UserId) => void;
  clearRoom: (chatId: ChatId) => void;
  /** Whether a device of this node is in the call. */
  isInRoom: (chatId: ChatId, deviceId: DeviceId) => boolean;
  /** Ends the call for one device, although others may still be in it. */
  emitCallEnd: (chatId: ChatId, deviceId: DeviceId) => void;
  /** The person joined on one device: their others stop ringing, and the one that was in the call leaves. */
  emitDeviceJoined: (chatId: ChatId, by: { userId: UserId; deviceId: DeviceId }) => void;
}

export function createCallEmitter({ io, rooms }: Gateway): CallEmitter {
  return {
    emitParticipants: (chatId, userIds) => void io.to(rooms.call(chatId)).emit('callingUsers', userIds, chatId),
    emitParticipantsHere: (chatId, userIds) =>
      void io.local.to(rooms.call(chatId)).emit('callingUsers', userIds, chatId),
    emitMedia: (chatId, media) => void io.to(rooms.call(chatId)).emit('callMedia', chatId, media),
    emitMediaHere: (chatId, media) => void io.local.to(rooms.call(chatId)).emit('callMedia', chatId, media),
    emitMediaTo: (chatId, deviceId, media) => void io.local.to(deviceId).emit('callMedia', chatId, media),
    joinRoom: (chatId, deviceId) => io.local.in(deviceId).socketsJoin(rooms.call(chatId)),
    leaveRoom: (chatId, deviceId) => io.in(deviceId).socketsLeave(rooms.call(chatId)),
    removeUser: (chatId, userId) => io.in(rooms.user(userId)).socketsLeave(rooms.call(chatId)),
    clearRoom: (chatId) => io.in(rooms.call(chatId)).socketsLeave(rooms.call(chatId)),
    isInRoom: (chatId, deviceId) => io.of('/').sockets.get(deviceId)?.rooms.has(rooms.call(chatId)) === true,
    emitCallEnd: (chatId, deviceId) => void io.to(deviceId).emit('voiceCallEnd', chatId),
    emitDeviceJoined: (chatId, { userId, deviceId }) =>
      void io.to(rooms.user(userId)).except(deviceId).emit('voiceDeviceJoined', chatId),
  };
}
