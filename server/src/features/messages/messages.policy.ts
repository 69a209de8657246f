import { answerTexts, groupTexts, type UserId } from '@chat-app/contract';
import { forbidden, invalidInput } from '../../platform/errors.ts';
import { isOrdinaryMember } from '../chats/index.ts';

/** Only the sender deletes a message. Nobody deletes a system message, not even the person who caused it. */
export function assertCanDelete(userId: UserId, message: { type: string; authorId: UserId | null }): void {
  if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.deleteNotYours);
}

/** Where one of two has blocked the other, nothing that either of them does reaches the other. */
export function assertNotBlocked({ isInBlockedChat }: { isInBlockedChat: boolean }): void {
  if (isInBlockedChat) throw chatBlocked();
}

/** The same error for both, so that it does not reveal who blocked whom. */
export const chatBlocked = () => forbidden(answerTexts.chatBlocked);

/** Where only admins send, nobody else adds messages. */
export function assertNotLimited({ isSendLimited }: { isSendLimited: boolean }): void {
  if (isSendLimited) throw sendLimited();
}

export const sendLimited = () => forbidden(groupTexts.adminsSend);

/** Only the sender edits a message, and only what was typed: a forwarded text is that of somebody else. */
export function assertCanEdit(
  userId: UserId,
  message: { type: string; authorId: UserId | null; forwardedFrom: string | null },
): void {
  if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.editNotYours);
  if (message.type !== 'text' && message.type !== 'emoji') throw invalidInput(answerTexts.editTextOnly);
  if (message.forwardedFrom !== null) throw invalidInput(answerTexts.editForwarded);
}

/** System messages belong to their chat, and the file of a direct transfer is not stored here. */
export function assertCanForward(messages: readonly { type: string }[]): void {
  const isContent = ({ type }: { type: string }) => type !== 'system' && type !== 'fileTransfer';
  if (!messages.every(isContent)) throw invalidInput(answerTexts.forwardContentOnly);
}

/** The sender of the file records its transfer, in a direct chat. */
export function assertCanRecordTransfer(
  userId: UserId,
  { senderId, memberCount }: { senderId: UserId; memberCount: number },
): void {
  if (senderId !== userId) throw forbidden(answerTexts.transferNotYours);
  if (memberCount !== 2) throw invalidInput(answerTexts.directChatsOnly);
}

/** Every member of a direct chat pins messages, in a group its owner and admins. */
export function assertCanPin(
  userId: UserId,
  message: { type: string; ownerId: UserId; memberCount: number; isAdmin: boolean },
): void {
  if (isOrdinaryMember(message, { id: userId, isAdmin: message.isAdmin })) throw forbidden(groupTexts.adminsPin);
  if (message.type === 'system') throw invalidInput(answerTexts.pinSystemMessage);
}
