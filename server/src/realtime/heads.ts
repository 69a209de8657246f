import type { ChatId } from '@chat-app/contract';
import { setImmediate as letOthersIn } from 'node:timers/promises';
import { rooms, type SocketServer } from './rooms.ts';

const toldAtOnce = 50;

/**
 * Emits to each device the heads of those of its chats that are among these. It does so in batches: emitting to ten
 * thousand at once delayed all other events for most of a second.
 */
export async function tellHeads(io: SocketServer, heads: ReadonlyMap<ChatId, number>) {
  const headByRoom = new Map([...heads].map(([chatId, seq]) => [rooms.chat(chatId), { chatId, seq }]));
  const devices = [...io.of('/').sockets.values()];
  for (let start = 0; start < devices.length; start += toldAtOnce) {
    for (const socket of devices.slice(start, start + toldAtOnce)) {
      const own = [...socket.rooms].flatMap((room) => headByRoom.get(room) ?? []);
      if (socket.connected) socket.emit('chatHeads', Object.fromEntries(own.map(({ chatId, seq }) => [chatId, seq])));
    }
    await letOthersIn();
  }
}
