import { answerTexts, type UserId } from '@chat-app/contract';
import { forbidden, invalidInput } from '../../platform/errors.ts';

/** Only the sender deletes a message. Nobody deletes a system message, not even the person who caused it. */
export function assertCanDelete(userId: UserId, message: { type: string; authorId: UserId | null }): void {
  if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.deleteNotYours);
}

/** Only the sender edits a message, and only what was typed. */
export function assertCanEdit(userId: UserId, message: { type: string; authorId: UserId | null }): void {
  if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.editNotYours);
  if (message.type !== 'text' && message.type !== 'emoji') throw invalidInput(answerTexts.editTextOnly);
}

/** The sender of the file records its transfer, in a direct chat. */
export function assertCanRecordTransfer(
  userId: UserId,
  { senderId, memberCount }: { senderId: UserId; memberCount: number },
): void {
  if (senderId !== userId) throw forbidden(answerTexts.transferNotYours);
  if (memberCount !== 2) throw invalidInput(answerTexts.directChatsOnly);
}
