import type { ChatId } from '@chat-app/contract';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

const batchSize = 50;

/** Where a chat's messages, and the changes of its messages, end. */
export interface ChatHead {
  readonly chatId: ChatId;
  readonly lastSeq: number;
  readonly rev: number;
}

/** The arguments of `chatHeads`: the last seqs and the revs by chat. */
export function headsOf(heads: readonly ChatHead[]): [Record<ChatId, number>, Record<ChatId, number>] {
  return [
    Object.fromEntries(heads.map(({ chatId, lastSeq }) => [chatId, lastSeq])),
    Object.fromEntries(heads.map(({ chatId, rev }) => [chatId, rev])),
  ];
}

/**
 * Emits `chatHeads` to the devices in these chats, once to each: the heads of those that are its own. It does so in
 * batches: emitting to ten thousand at once delayed all other events for most of a second.
 */
export async function emitHeads(io: SocketServer, heads: ReadonlyMap<ChatId, ChatHead>) {
  const devices = [...chatsByDevice(io, heads.keys())];
  for (let start = 0; start < devices.length; start += batchSize) {
    for (const [device, chatIds] of devices.slice(start, start + batchSize)) {
      // Its user may have been removed from a chat meanwhile.
      const own = chatIds.filter((chatId) => device.rooms.has(rooms.chat(chatId)));
      const ownHeads = own.flatMap((chatId) => heads.get(chatId) ?? []);
      if (ownHeads.length > 0 && device.connected) device.emit('chatHeads', ...headsOf(ownHeads));
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
