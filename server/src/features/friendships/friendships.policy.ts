import { answerTexts, type UserId } from '@chat-app/contract';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/errors.ts';

export function assertNotSelf(requesterId: UserId, recipientId: UserId): void {
  if (requesterId === recipientId) throw invalidInput(answerTexts.requestToSelf);
}

/** Unverified accounts do not exist for others. */
export function assertCanBeRequested(recipient: { isVerified: boolean } | null): void {
  if (!recipient?.isVerified) throw notFound('User');
}

/** A blocked user gets the answer for an unknown user; the blocker gets the reason. */
export function assertNotBlocked(requesterId: UserId, blockerIds: readonly UserId[]): void {
  if (blockerIds.includes(requesterId)) throw forbidden(answerTexts.unblockFirst);
  if (blockerIds.length > 0) throw notFound('User');
}

export function assertCanBlock(blockerId: UserId, user: { isVerified: boolean; id: UserId } | null): void {
  if (!user?.isVerified) throw notFound('User');
  if (user.id === blockerId) throw invalidInput(answerTexts.blockSelf);
}

/** Why a request changed nothing. */
export function requestRefused({ areFriends }: { areFriends: boolean }): AppError {
  return areFriends
    ? new AppError('already_friends', answerTexts.alreadyFriends)
    : new AppError('request_exists', answerTexts.requestExists);
}
