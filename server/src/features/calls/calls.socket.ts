import { type ChatId, socketLimits } from '@chat-app/contract';
import { bufferedPackets, connectionOf } from '../../realtime/engine-internals.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { type ClientSocket, deviceIdOf } from '../../realtime/rooms.ts';
import { assertJoinsForSelf, callUnknown } from './calls.policy.ts';
import type { Calls } from './calls.service.ts';

const renewEveryMs = 10_000;
const removeDepartedEveryMs = 1000;
/** Waiting audio chunks that amount to two seconds of one person's sound. */
const lateAfterChunks = 6;

export function registerCallEvents({ gateway, calls }: { gateway: Gateway; calls: Calls }) {
  const personOf = (socket: ClientSocket) => ({ userId: socket.data.userId, deviceId: deviceIdOf(socket) });
  // Audio arrives hundreds of times a second. Participants are in the room, so no query is needed.
  const isParticipant = (socket: ClientSocket, chatId: ChatId) => socket.rooms.has(gateway.rooms.call(chatId));

  gateway.listen('joinVoiceRoom', async (socket, chatId, userId, leaveCallIn) => {
    assertJoinsForSelf(userId, socket.data.userId);
    if (!socket.connected) return;
    await calls.join(personOf(socket), chatId, { leaveCallIn });
    // A device that disconnected meanwhile would stay a participant forever.
    if (!socket.connected) calls.handleDisconnect(personOf(socket));
  });
  gateway.listen('leaveVoiceRoom', (socket, chatId) => calls.leave(personOf(socket), chatId));

  gateway.listen(
    'audioStream',
    (socket, chatId, dataUrl) => {
      if (!isParticipant(socket, chatId)) throw callUnknown();
      const room = gateway.rooms.call(chatId);
      socket.to(room).except(listLate(gateway, room)).emit('audioStream', dataUrl, socket.data.userId);
    },
    { perSecond: socketLimits.audioPiecesPerSecond },
  );

  gateway.listen(
    'voiceSignal',
    async (socket, chatId, targetId, signal) => {
      const deviceId = isParticipant(socket, chatId) ? await calls.deviceOf(chatId, targetId) : null;
      if (deviceId === null) throw callUnknown();
      gateway.io.to(deviceId).emit('voiceSignal', chatId, socket.data.userId, signal);
    },
    { perSecond: socketLimits.voiceSignalsPerSecond },
  );

  gateway.listen(
    'callMedia',
    async (socket, chatId, shown) => {
      if (!isParticipant(socket, chatId)) throw callUnknown();
      await calls.showMedia(personOf(socket), chatId, shown);
    },
    { perSecond: socketLimits.callMediaPerSecond },
  );

  gateway.onDisconnect((socket) => calls.handleDisconnect(personOf(socket)));
  gateway.every(renewEveryMs, () => calls.renewLeases());
  gateway.every(removeDepartedEveryMs, () => calls.removeDeparted());
}

/**
 * Devices that cannot keep up skip audio chunks; late audio is useless. `volatile` is not an option: of chunks that
 * arrive in a burst, as after a network stall, it would let only the first through.
 */
function listLate({ io }: Gateway, room: string): string[] {
  const { adapter, sockets } = io.of('/');
  return [...(adapter.rooms.get(room) ?? [])].filter((id) => {
    const socket = sockets.get(id);
    return socket !== undefined && bufferedPackets(connectionOf(socket)) > lateAfterChunks;
  });
}
