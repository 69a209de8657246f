import type { ChatDetail, GroupMember, GroupRole, UserId } from '@chat-app/contract';

/** Servers of the previous release send no roles, but the owner's id. */
export function roleOf(
  chat: Pick<ChatDetail, 'isGroup' | 'ownerId'>,
  { _id, role = 'member' }: GroupMember,
): GroupRole {
  if (!chat.isGroup) return 'member';
  return chat.ownerId === _id ? 'owner' : role;
}

/** A member of a group who is neither its owner nor an admin. */
export function isOrdinaryMember(chat: ChatDetail, userId: UserId): boolean {
  const member = chat.members.find(({ _id }) => _id === userId);
  return chat.isGroup && member !== undefined && roleOf(chat, member) === 'member';
}
