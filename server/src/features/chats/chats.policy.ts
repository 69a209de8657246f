import { answerTexts, type GroupRole, groupTexts, type UserId } from '@chat-app/contract';
import { forbidden, invalidInput } from '../../platform/errors.ts';

/** The facts about a chat that the policies need. */
interface ChatFacts {
  readonly ownerId: UserId;
  readonly memberCount: number;
}

/** The facts about a member that the policies need. */
interface MemberFacts {
  readonly id: UserId;
  readonly isAdmin: boolean;
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

/** A direct chat has no owner: what its rows still say from a time as a group does not count. */
export function roleOf(chat: ChatFacts, member: MemberFacts): GroupRole {
  if (!isGroup(chat)) return 'member';
  if (chat.ownerId === member.id) return 'owner';
  return member.isAdmin ? 'admin' : 'member';
}

/** A member of a group who is neither its owner nor an admin. */
export const isOrdinaryMember = (chat: ChatFacts, member: MemberFacts) =>
  isGroup(chat) && roleOf(chat, member) === 'member';

/** The owner and admins of a group invite people by link. */
export const canInvite = (chat: ChatFacts, member: MemberFacts) => roleOf(chat, member) !== 'member';

/** Somebody who is blocked must not make a group of the two, in which they could write again. */
export function assertCanAdd(
  chat: ChatFacts & { isBlocked: boolean; onlyAdminsAdd: boolean },
  actor: MemberFacts,
): void {
  if (chat.isBlocked) throw forbidden(answerTexts.addBlocked);
  if (chat.onlyAdminsAdd && isOrdinaryMember(chat, actor)) throw forbidden(groupTexts.adminsAdd);
}

/** Only groups have a name, a picture and a description of their own. */
export function assertCanEdit(chat: ChatFacts & { onlyAdminsEdit: boolean }, actor: MemberFacts): void {
  assertGroup(chat);
  if (chat.onlyAdminsEdit && isOrdinaryMember(chat, actor)) throw forbidden(groupTexts.adminsEdit);
}

/** The owner and admins of a group decide what the other members may do. */
export function assertCanChangeSettings(chat: ChatFacts, actor: MemberFacts): void {
  assertGroup(chat);
  if (isOrdinaryMember(chat, actor)) throw forbidden(groupTexts.adminsSet);
}

/** The owner and admins of a group remove others: never the owner, and an admin only by the owner. */
export function assertCanRemove(chat: ChatFacts, actor: MemberFacts, target: MemberFacts): void {
  if (target.id === actor.id) throw invalidInput(answerTexts.leaveInstead);
  const [role, targetRole] = [roleOf(chat, actor), roleOf(chat, target)];
  if (role === 'member') throw forbidden(groupTexts.adminsRemove);
  if (targetRole === 'owner') throw forbidden(groupTexts.ownerStays);
  if (targetRole === 'admin' && role === 'admin') throw forbidden(groupTexts.ownerRemovesAdmins);
}

/** Only the owner sets roles. A group always has one, so the owner can only hand the group over. */
export function assertCanSetRole(chat: ChatFacts, actor: MemberFacts, target: MemberFacts, role: GroupRole): void {
  if (roleOf(chat, actor) !== 'owner') throw forbidden(groupTexts.ownerSetsRoles);
  if (target.id === actor.id && role !== 'owner') throw invalidInput(groupTexts.handOverFirst);
}

/** A one-to-one chat only leaves the caller's list; a group is deleted for everybody, so only its owner may do it. */
export function assertCanDelete(userId: UserId, chat: ChatFacts): void {
  if (isGroup(chat) && chat.ownerId !== userId) throw forbidden(groupTexts.ownerDeletes);
}
