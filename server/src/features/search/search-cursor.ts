import { answerTexts, type ChatId } from '@chat-app/contract';
import { invalidInput } from '../../platform/errors.ts';
import type { SearchPosition } from './search.repository.ts';

export const cursorOf = ({ sentAtUs, chatId, seq }: SearchPosition) => `${sentAtUs}.${seq}.${chatId}`;
const cursorPattern = /^(\d{1,16})\.(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export function readCursor(cursor: string | undefined): SearchPosition | null {
  if (cursor === undefined) return null;
  const [, sentAtUs, seq, chatId] = cursorPattern.exec(cursor) ?? [];
  if (chatId === undefined) throw invalidInput(answerTexts.cursorInvalid);
  return { sentAtUs: Number(sentAtUs), seq: Number(seq), chatId: chatId as ChatId };
}

/** Newest first. */
export function comparePositions(one: SearchPosition, other: SearchPosition): number {
  if (one.sentAtUs !== other.sentAtUs) return other.sentAtUs - one.sentAtUs;
  if (one.chatId === other.chatId) return other.seq - one.seq;
  return one.chatId < other.chatId ? 1 : -1;
}
