import { answerTexts, type UserId } from '@chat-app/contract';
import { AppError, invalidInput, notFound } from '../../platform/errors.ts';

export function assertNotSelf(requesterId: UserId, recipientId: UserId): void {
  if (requesterId === recipientId) throw invalidInput(answerTexts.requestToSelf);
}

/** Unverified accounts do not exist for others. */
export function assertCanBeRequested(recipient: { isVerified: boolean } | null): void {
  if (!recipient?.isVerified) throw notFound('User');
}

/** Why a request changed nothing. */
export function requestRefused({ areFriends }: { areFriends: boolean }): AppError {
  return areFriends
    ? new AppError('already_friends', answerTexts.alreadyFriends)
    : new AppError('request_exists', answerTexts.requestExists);
}
