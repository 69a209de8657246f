import type { ChatId } from '@chat-app/contract';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { rooms, type SocketServer } from './rooms.ts';

const batchSize = 50;

/**
 * Emits `chatHeads` to each device: the last seq of those of its chats that are among these. It does so in batches: emitting to ten
 * thousand at once delayed all other events for most of a second.
 */
export async function emitLastSeqs(io: SocketServer, lastSeqs: ReadonlyMap<ChatId, number>) {
  const lastSeqByRoom = new Map([...lastSeqs].map(([chatId, seq]) => [rooms.chat(chatId), { chatId, seq }]));
  const devices = [...io.of('/').sockets.values()];
  for (let start = 0; start < devices.length; start += batchSize) {
    for (const socket of devices.slice(start, start + batchSize)) {
      const own = [...socket.rooms].flatMap((room) => lastSeqByRoom.get(room) ?? []);
      if (socket.connected) socket.emit('chatHeads', Object.fromEntries(own.map(({ chatId, seq }) => [chatId, seq])));
    }
    await yieldToEventLoop();
  }
}
