import type { ChatId } from '@chat-app/contract';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

const batchSize = 50;

/**
 * Emits `chatHeads` to the devices in these chats, once to each: the last seq of those that are its own. It does so in
 * batches: emitting to ten thousand at once delayed all other events for most of a second.
 */
export async function emitLastSeqs(io: SocketServer, lastSeqs: ReadonlyMap<ChatId, number>) {
  const devices = [...headsByDevice(io, lastSeqs)];
  for (let start = 0; start < devices.length; start += batchSize) {
    for (const [device, heads] of devices.slice(start, start + batchSize)) {
      if (device.connected) device.emit('chatHeads', heads);
    }
    await yieldToEventLoop();
  }
}

function headsByDevice(io: SocketServer, lastSeqs: ReadonlyMap<ChatId, number>) {
  const { adapter, sockets } = io.of('/');
  const found = new Map<ClientSocket, Record<ChatId, number>>();
  for (const [chatId, seq] of lastSeqs) {
    for (const id of adapter.rooms.get(rooms.chat(chatId)) ?? []) {
      const device = sockets.get(id);
      if (device) found.set(device, Object.assign(found.get(device) ?? {}, { [chatId]: seq }));
    }
  }
  return found;
}
