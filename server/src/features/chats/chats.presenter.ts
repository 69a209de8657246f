import { avatarPath, type ChatDetail, type ChatListItem } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { ChatListRow } from './chat-list.repository.ts';
import type { ChatRow, MemberRow } from './chats.repository.ts';

interface Naming {
  readonly name: string | null;
  readonly formerMemberName: string | null;
  /** Everybody but the viewer, the longest-standing first; three are enough. */
  readonly others: readonly Pick<MemberRow, 'name'>[];
  readonly memberCount: number;
}

const namesShown = 3;

/** The given name of a group, else the names of the others; one-to-one, the other's, also when they have left. */
export function chatName({ name, formerMemberName, others, memberCount }: Naming): string {
  if (memberCount === 1) return name ?? formerMemberName ?? 'Empty chat';
  if (memberCount === 2) return others[0]?.name ?? name ?? 'Empty chat';
  if (name !== null) return name;
  const shown = others.slice(0, namesShown).map((other) => other.name);
  const more = memberCount - 1 - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export function presentListItem(row: ChatListRow, viewerId: string): ChatListItem {
  const { memberCount, others } = row;
  return {
    _id: row.id,
    name: chatName(row),
    avatar: chatAvatar(row, others[0], memberCount),
    members: row.memberIds,
    isGroup: memberCount > 2,
    read: !row.isUnread,
    isMyMessage: row.lastType !== null && row.lastType !== 'system' && row.lastAuthorId === viewerId,
    lastMessage: lastLine(row),
    lastTime: row.lastTime.toISOString(),
    lastSeq: row.lastSeq,
    calling: null,
  };
}

export function presentDetail(chat: ChatRow, members: readonly MemberRow[], viewerId: string): ChatDetail {
  const others = members.filter((member) => member.id !== viewerId);
  return {
    _id: chat.id,
    name: chatName({ ...chat, others, memberCount: members.length }),
    avatar: chatAvatar(chat, others[0], members.length),
    isGroup: members.length > 2,
    members: members.map(presentPerson),
    calling: null,
    ownerId: chat.ownerId,
    createdAt: chat.createdAt.toISOString(),
  };
}

function chatAvatar(
  chat: { id: string; avatarFile: string | null },
  other: { id: string; avatarFile: string | null } | undefined,
  memberCount: number,
): string {
  if (memberCount === 2 && other) return avatarPath(other.id, other.avatarFile);
  return avatarPath(chat.id, chat.avatarFile);
}

function lastLine({ lastType, lastContent }: ChatListRow): string {
  if (lastType === 'image') return 'sent an image';
  if (lastType === 'file' || lastType === 'fileTransfer') return 'sent a file';
  return lastContent ?? '';
}
