import type { ChatId } from '@chat-app/contract';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

const batchSize = 50;

/**
 * Emits `chatHeads` to the devices in these chats, once to each: the last seq of those that are its own. It does so in
 * batches: emitting to ten thousand at once delayed all other events for most of a second.
 */
export async function emitLastSeqs(io: SocketServer, lastSeqs: ReadonlyMap<ChatId, number>) {
  const devices = [...chatsByDevice(io, lastSeqs.keys())];
  for (let start = 0; start < devices.length; start += batchSize) {
    for (const [device, chatIds] of devices.slice(start, start + batchSize)) {
      // Its user may have been removed from a chat meanwhile.
      const own = chatIds.filter((chatId) => device.rooms.has(rooms.chat(chatId)));
      const heads = Object.fromEntries(own.map((chatId) => [chatId, lastSeqs.get(chatId) ?? 0]));
      if (own.length > 0 && device.connected) device.emit('chatHeads', heads);
    }
    await yieldToEventLoop();
  }
}

function chatsByDevice(io: SocketServer, chatIds: Iterable<ChatId>) {
  const { adapter, sockets } = io.of('/');
  const found = new Map<ClientSocket, ChatId[]>();
  for (const chatId of chatIds) {
    for (const id of adapter.rooms.get(rooms.chat(chatId)) ?? []) {
      const device = sockets.get(id);
      if (!device) continue;
      const own = found.get(device);
      if (own) own.push(chatId);
      else found.set(device, [chatId]);
    }
  }
  return found;
}
