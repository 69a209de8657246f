import type { ChatDetail, GroupMember, UserId } from '@chat-app/contract';
import { roleOf } from './group-roles.ts';
import { onlineFirst } from './people.ts';

const rank = { owner: 0, admin: 1, member: 2 };

/** The owner, the admins, then the others; in each of these, people who are online come first. */
export function inRoleOrder(
  chat: ChatDetail,
  members: readonly GroupMember[],
  onlineIds: ReadonlySet<UserId>,
): GroupMember[] {
  const rankOf = (member: GroupMember) => rank[roleOf(chat, member)];
  return onlineFirst(members, onlineIds).toSorted((one, other) => rankOf(one) - rankOf(other));
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose name contains the text, whatever its case and accents. */
export function findByName<Person extends { name: string }>(
  people: readonly Person[],
  text: string,
): readonly Person[] {
  const wanted = folded(text.trim());
  return wanted === '' ? people : people.filter(({ name }) => folded(name).includes(wanted));
}

/** Who follows an owner that leaves: the longest-standing admin. Null if nobody is one. */
export function nextAdmin(chat: ChatDetail): GroupMember | null {
  return chat.members.find((member) => roleOf(chat, member) === 'admin') ?? null;
}

/** An owner without admins chooses a successor before leaving. Two people who remain are no group. */
export const needsSuccessor = (chat: ChatDetail, userId: UserId) =>
  chat.isGroup && chat.ownerId === userId && chat.members.length > 3 && nextAdmin(chat) === null;
