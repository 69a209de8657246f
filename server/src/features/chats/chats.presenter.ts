import { avatarPath, type ChatDetail, type ChatListItem } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { ChatListRow } from './chat-list.repository.ts';
import type { ChatRow, MemberRow } from './chats.repository.ts';

interface Naming {
  readonly name: string | null;
  readonly formerMemberName: string | null;
  /** Everybody but the viewer, the longest-standing first; three are enough. */
  readonly otherNames: readonly string[];
  readonly memberCount: number;
}

const namesShown = 3;

/** The given name of a group, else the names of the others; one-to-one, the other's, also when they have left. */
function chatName({ name, formerMemberName, otherNames, memberCount }: Naming): string {
  if (memberCount === 1) return formerMemberName ?? name ?? 'Empty chat';
  if (memberCount === 2) return otherNames[0] ?? name ?? 'Empty chat';
  if (name !== null) return name;
  const shown = otherNames.slice(0, namesShown);
  const more = memberCount - 1 - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The name of a chat in the list. */
export function listName(row: ChatListRow): string {
  const otherNames = row.otherNames ?? (row.otherName === null ? [] : [row.otherName]);
  return chatName({ ...row, otherNames });
}

export function presentListItem(row: ChatListRow, viewerId: string): ChatListItem {
  const other = row.otherId === null ? undefined : { id: row.otherId, avatarFile: row.otherAvatarFile };
  return {
    _id: row.id,
    name: listName(row),
    avatar: chatAvatar(row, other),
    members: row.memberIds,
    isGroup: row.memberCount > 2,
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
    name: chatName({ ...chat, otherNames: others.map((member) => member.name), memberCount: members.length }),
    avatar: chatAvatar(chat, members.length === 2 ? others[0] : undefined),
    isGroup: members.length > 2,
    members: members.map(presentPerson),
    calling: null,
    ownerId: chat.ownerId,
    createdAt: chat.createdAt.toISOString(),
  };
}

interface Pictured {
  readonly id: string;
  readonly avatarFile: string | null;
}

/** Of two people, the other's picture; of a group, its own. */
function chatAvatar(chat: Pictured, other: Pictured | undefined): string {
  const shown = other ?? chat;
  return avatarPath(shown.id, shown.avatarFile);
}

function lastLine({ lastType, lastContent }: ChatListRow): string {
  if (lastType === 'image') return 'sent an image';
  if (lastType === 'file' || lastType === 'fileTransfer') return 'sent a file';
  return lastContent ?? '';
}
