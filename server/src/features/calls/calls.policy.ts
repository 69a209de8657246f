import { answerTexts, type ChatId, limits, type UserId } from '@chat-app/contract';
import { AppError, forbidden, invalidInput } from '../../platform/errors.ts';

/** A person can be in only one call at a time. `leaveCallIn` is the chat whose call they leave for this one. */
export function assertNotInOtherCall(current: ChatId | null, chatId: ChatId, leaveCallIn: ChatId | null): void {
  if (current !== null && current !== chatId && current !== leaveCallIn) throw inOtherCall(current);
}

/** In a direct chat, only friends call each other. */
export function assertCanCall(others: readonly { isFriend: boolean }[]): void {
  if (others.length === 1 && others[0]?.isFriend === false) throw forbidden(answerTexts.callFriendsOnly);
}

export function assertAnyOnline(areOnline: readonly boolean[]): void {
  if (!areOnline.includes(true)) throw new AppError('peer_offline', answerTexts.nobodyOnline);
}

export function assertHasRoom(participantCount: number): void {
  if (participantCount >= limits.callParticipantsMax) throw callFull();
}

/** A device joins a call only for the person of its session. */
export function assertJoinsForSelf(userId: UserId, sessionUserId: UserId): void {
  if (userId !== sessionUserId) throw forbidden('You can only join a call yourself');
}

/**
 * A call of two ends when either hangs up, and a group call nobody has answered when its caller does: nobody else is in
 * it. A group member who declines does not end the call for the others.
 */
export function endsByHangUp(facts: { memberCount: number; isCaller: boolean; isAnswered: boolean }): boolean {
  return facts.memberCount <= 2 || (facts.isCaller && !facts.isAnswered);
}

/** The same error for outsiders, who must not learn whether the chat exists. */
export const callUnknown = () => new AppError('not_found', answerTexts.callUnknown);

export const inOtherCall = (chatId: ChatId) => new AppError('in_other_call', answerTexts.callElsewhere, { chatId });
export const camerasFull = () => new AppError('limit_reached', answerTexts.camerasFull);
export const callFull = () => invalidInput(answerTexts.callFull);
