import { answerTexts } from '@chat-app/contract';
import { invalidInput } from '../../platform/errors.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { ClientSocket } from '../../realtime/rooms.ts';
import type { Calls } from './calls.service.ts';

const tendEveryMs = 15_000;
/** Pieces of 300 ms come three or four a second; two recorders may overlap, and a network that stuttered catches up. */
const piecesPerSecond = 12;
const signalsPerSecond = 60;

export function followCalls({ gateway, calls }: { gateway: Gateway; calls: Calls }) {
  const personOf = (socket: ClientSocket) => ({ userId: socket.data.userId, deviceId: socket.id });
  const isSeated = (socket: ClientSocket, chatId: string) =>
    calls.seats.deviceOf(chatId, socket.data.userId) === socket.id;

  gateway.listen('joinVoiceRoom', async (socket, chatId, userId) => {
    if (userId !== socket.data.userId) throw invalidInput('You can only join a call yourself');
    if (!socket.connected) return;
    await calls.join(personOf(socket), chatId);
    // Cut off meanwhile, it would keep a seat that nobody gives up.
    if (!socket.connected) calls.depart(personOf(socket));
  });
  gateway.listen('leaveVoiceRoom', (socket, chatId) => calls.leave(personOf(socket), chatId));

  gateway.listen(
    'audioStream',
    (socket, chatId, dataUrl) => {
      if (!isSeated(socket, chatId)) throw invalidInput(answerTexts.callUnknown);
      // Whoever cannot keep up misses a piece; sound that is late is no use.
      socket.volatile.to(gateway.rooms.call(chatId)).emit('audioStream', dataUrl, socket.data.userId);
    },
    { perSecond: piecesPerSecond },
  );

  gateway.listen(
    'voiceSignal',
    (socket, chatId, targetId, signal) => {
      const deviceId = calls.seats.deviceOf(chatId, targetId);
      if (!isSeated(socket, chatId) || deviceId === null) throw invalidInput(answerTexts.callUnknown);
      gateway.io.to(deviceId).emit('voiceSignal', chatId, socket.data.userId, signal);
    },
    { perSecond: signalsPerSecond },
  );

  gateway.onDisconnect((socket) => calls.depart(personOf(socket)));
  gateway.every(tendEveryMs, () => calls.tend());
}
