import { answerTexts, type UserId } from '@chat-app/contract';
import { forbidden, invalidInput } from '../../platform/errors.ts';

/** The facts about a chat that the policies need. */
interface ChatFacts {
  readonly ownerId: UserId;
  readonly memberCount: number;
}

/** More than two members: derived, never stored. */
export const isGroup = ({ memberCount }: Pick<ChatFacts, 'memberCount'>) => memberCount > 2;

export function assertGroup(chat: Pick<ChatFacts, 'memberCount'>): void {
  if (!isGroup(chat)) throw invalidInput(answerTexts.groupsOnly);
}

export function assertGroupSize(memberCount: number, maxGroupSize: number): void {
  if (memberCount > maxGroupSize) throw invalidInput(answerTexts.groupFull);
}

/** Strangers and unknown ids get the same error. */
export function assertAllFriends(others: readonly UserId[], friends: readonly UserId[]): void {
  if (friends.length < others.length) throw forbidden(answerTexts.onlyFriends);
}

/** Somebody who is blocked must not make a group of the two, in which they could write again. */
export function assertCanAdd({ isBlocked }: { isBlocked: boolean }): void {
  if (isBlocked) throw forbidden(answerTexts.addBlocked);
}

/** Only the owner of a group removes others. */
export function assertCanRemove(userId: UserId, chat: ChatFacts, memberId: UserId): void {
  assertGroup(chat);
  if (memberId === userId) throw invalidInput(answerTexts.leaveInstead);
  if (chat.ownerId !== userId) throw forbidden(answerTexts.ownerRemoves);
}

/** A one-to-one chat only leaves the caller's list; a group is deleted for everybody, so only its owner may do it. */
export function assertCanDelete(userId: UserId, chat: ChatFacts): void {
  if (isGroup(chat) && chat.ownerId !== userId) throw forbidden(answerTexts.ownerDeletes);
}
