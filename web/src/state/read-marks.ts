import type { ChatId } from '@chat-app/contract';

/** The last read seq per chat, as known to this tab. Marks only increase, so an outdated response cannot undo one. */
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
