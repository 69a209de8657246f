import type { ChatId, Message, MessageId } from '@chat-app/contract';
import type { Device } from '../cluster-device.ts';

/** An event of a chat, as it reached a device. */
export type ChatEvent =
  | { readonly name: 'message'; readonly id: MessageId; readonly seq: number; readonly at: number }
  | { readonly name: 'deletion'; readonly id: MessageId; readonly at: number }
  | { readonly name: 'head'; readonly seq: number; readonly at: number };

export type ChatTracker = ReturnType<typeof trackChat>;

/** What a device learns of one chat from now on. A head is the newest seq of the chat, from `chatHeads`. */
export function trackChat(device: Device, chatId: ChatId) {
  const events: ChatEvent[] = [];
  const seqs = new Set<number>();
  let head = 0;
  device.socket.on('newMessage', (message: Message) => {
    if (message.chatId !== chatId) return;
    seqs.add(message.seq);
    events.push({ name: 'message', id: message._id, seq: message.seq, at: performance.now() });
  });
  device.socket.on('deleteMessage', (id, deletedIn) => {
    if (deletedIn === chatId) events.push({ name: 'deletion', id, at: performance.now() });
  });
  device.socket.on('chatHeads', (heads) => {
    const seq = heads[chatId];
    if (seq === undefined) return;
    head = Math.max(head, seq);
    events.push({ name: 'head', seq, at: performance.now() });
  });
  return {
    device,
    /** In the order of arrival. */
    events: events as readonly ChatEvent[],
    hasReceived: (seq: number) => seqs.has(seq),
    /** It has the message, or a head made it fetch it. */
    knows: (seq: number) => seqs.has(seq) || seq <= head,
  };
}

/** A message of the database. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly seq: number;
  readonly isDeleted: boolean;
}

export const inOrder = { inversions: 0, lost: 0, afterDeletion: 0, lostDeletions: 0 };

/** Compares what a device received with the messages of the database, of which each must arrive once, in order. */
export function judgeOrder(events: readonly ChatEvent[], stored: readonly StoredMessage[]) {
  const seen = new Set<number>();
  const deleted = new Set<MessageId>();
  const figures = { ...inOrder, duplicates: 0 };
  let highest = 0;
  for (const event of events) {
    if (event.name === 'deletion') deleted.add(event.id);
    if (event.name !== 'message') continue;
    // It would be shown although it is deleted.
    if (deleted.has(event.id)) figures.afterDeletion += 1;
    if (seen.has(event.seq)) figures.duplicates += 1;
    else if (event.seq < highest) figures.inversions += 1;
    seen.add(event.seq);
    highest = Math.max(highest, event.seq);
  }
  // A message that was deleted before it could be delivered need not arrive.
  figures.lost = stored.filter(({ seq, isDeleted }) => !isDeleted && !seen.has(seq)).length;
  figures.lostDeletions = stored.filter(
    ({ id, seq, isDeleted }) => isDeleted && seen.has(seq) && !deleted.has(id),
  ).length;
  return figures;
}
