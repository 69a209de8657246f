import type { ChatId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

interface ReadMarks {
  readonly seqByChat: Readonly<Record<ChatId, number>>;
}

/** The last read seq per chat, as known to this tab. Marks only increase, so an outdated response cannot undo one. */
const readMarks = createSessionStore<ReadMarks>(() => ({ seqByChat: {} }));

export function advanceReadMark(chatId: ChatId, seq: number): void {
  if (seq <= lastReadSeq(chatId)) return;
  readMarks.setState(({ seqByChat }) => ({ seqByChat: { ...seqByChat, [chatId]: seq } }));
}

/** -1 if nothing is known. */
export function lastReadSeq(chatId: ChatId): number {
  return readMarks.getState().seqByChat[chatId] ?? -1;
}
