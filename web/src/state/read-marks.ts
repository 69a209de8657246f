import type { ChatId } from '@chat-app/contract';

/** How far each chat was read, as far as this tab knows. Marks never go back, so an answer that is older than a mark cannot undo it. */
const seqByChat = new Map<ChatId, number>();

export function noteRead(chatId: ChatId, seq: number): void {
  seqByChat.set(chatId, Math.max(seq, readUpTo(chatId)));
}

export function readUpTo(chatId: ChatId): number {
  return seqByChat.get(chatId) ?? -1;
}

export function forgetReadMarks(): void {
  seqByChat.clear();
}
