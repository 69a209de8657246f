import { type ChatId, socketLimits } from '@chat-app/contract';
import { forbidden } from '../../platform/errors.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { type ClientSocket, deviceIdOf } from '../../realtime/rooms.ts';
import { callUnknown, type Calls } from './calls.service.ts';

const tendEveryMs = 10_000;
/** Two seconds of one person's sound that is not on its way yet. */
const lateAfterPieces = 6;

export function followCalls({ gateway, calls }: { gateway: Gateway; calls: Calls }) {
  const personOf = (socket: ClientSocket) => ({ userId: socket.data.userId, deviceId: deviceIdOf(socket) });
  // Sound comes by the hundred a second; whoever has a seat is in the room, and nobody need be asked.
  const isSeated = (socket: ClientSocket, chatId: ChatId) => socket.rooms.has(gateway.rooms.call(chatId));

  gateway.listen('joinVoiceRoom', async (socket, chatId, userId, leaveCallIn) => {
    if (userId !== socket.data.userId) throw forbidden('You can only join a call yourself');
    if (!socket.connected) return;
    await calls.join(personOf(socket), chatId, { leaveCallIn });
    // Cut off meanwhile, it would keep a seat that nobody gives up.
    if (!socket.connected) calls.depart(personOf(socket));
  });
  gateway.listen('leaveVoiceRoom', (socket, chatId) => calls.leave(personOf(socket), chatId));

  gateway.listen(
    'audioStream',
    (socket, chatId, dataUrl) => {
      if (!isSeated(socket, chatId)) throw callUnknown();
      const room = gateway.rooms.call(chatId);
      socket.to(room).except(listLate(gateway, room)).emit('audioStream', dataUrl, socket.data.userId);
    },
    { perSecond: socketLimits.audioPiecesPerSecond },
  );

  gateway.listen(
    'voiceSignal',
    async (socket, chatId, targetId, signal) => {
      const deviceId = isSeated(socket, chatId) ? await calls.deviceOf(chatId, targetId) : null;
      if (deviceId === null) throw callUnknown();
      gateway.io.to(deviceId).emit('voiceSignal', chatId, socket.data.userId, signal);
    },
    { perSecond: socketLimits.voiceSignalsPerSecond },
  );

  gateway.onDisconnect((socket) => calls.depart(personOf(socket)));
  gateway.every(tendEveryMs, () => calls.tend());
}

/**
 * Whoever cannot keep up misses a piece; sound that is late is no use. Not by `volatile`: of what arrives in one go, which
 * is what a network that stuttered brings, that would let only the first piece through.
 */
function listLate({ io }: Gateway, room: string): string[] {
  const { adapter, sockets } = io.of('/');
  return [...(adapter.rooms.get(room) ?? [])].filter((id) => {
    const { writeBuffer } = (sockets.get(id)?.conn ?? {}) as { writeBuffer?: readonly unknown[] };
    return (writeBuffer?.length ?? 0) > lateAfterPieces;
  });
}
