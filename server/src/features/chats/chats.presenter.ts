import {
  avatarPath,
  lastLine,
  type ChatDetail,
  type ChatListItem,
  type ChatMember,
  type UserId,
  type WhoCan,
} from '@chat-app/contract';
import type { ChatListRow } from './chat-list.repository.ts';
import { isGroup, roleOf } from './chats.policy.ts';
import type { ChatRow, GroupSettings, MemberRow } from './chats.repository.ts';

const namesShown = 3;

/** A group without a name is named after its other members, at most three, longest-standing first. */
function namesOfOthers(otherNames: readonly string[], memberCount: number): string {
  const shown = otherNames.slice(0, namesShown);
  const more = memberCount - 1 - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const nobodyLeft = 'Empty chat';

/** The name of a chat in the list. */
export function presentChatName({
  name,
  memberCount,
  otherNames,
}: Pick<ChatListRow, 'name' | 'memberCount' | 'otherNames'>): string {
  if (name !== null) return name;
  return memberCount > 2 ? namesOfOthers(otherNames ?? [], memberCount) : nobodyLeft;
}

export function presentChatListItem(row: ChatListRow, viewerId: UserId): ChatListItem {
  const { id, memberCount, joinedMemberIds, lastAuthorId, lastAuthorName } = row;
  const otherId = memberCount === 2 ? row.firstOtherId : null;
  const item: ChatListItem = {
    _id: id,
    name: presentChatName(row),
    avatar: avatarPath(row.hasOwnAvatar ? id : (otherId ?? id), row.avatarFile),
    members:
      (joinedMemberIds?.split(',') as UserId[] | undefined) ?? (otherId === null ? [viewerId] : [viewerId, otherId]),
    isGroup: memberCount > 2,
    read: row.unreadCount === 0,
    unreadCount: row.unreadCount,
    isMyMessage: row.isLastMine,
    lastMessage: presentLastMessage(row),
    lastSender: lastAuthorId === null ? null : { _id: lastAuthorId, name: lastAuthorName ?? '' },
    lastTime: new Date(row.lastTimeMs).toISOString(),
    lastSeq: row.lastSeq,
    calling: row.calling,
    isMuted: row.isMuted,
    draft: row.draftAt === null ? null : { content: row.draftContent ?? '', at: row.draftAt.toISOString() },
  };
  addOptional(item, row);
  return item;
}

/** Assigned, because spreading a conditional object takes several times as long, and there are hundreds of chats. */
function addOptional(item: ChatListItem, row: ChatListRow): void {
  if (row.mentionSeqs !== null) {
    item.hasMention = true;
    item.mentionSeqs = row.mentionSeqs;
  }
  if (row.pinPosition !== null) item.pinOrder = row.pinPosition;
  if (row.isArchived) item.isArchived = true;
  if (row.memberCount > 2 && row.avatarFile === null) item.faces = presentFaces(row);
}

function presentLastMessage({ lastType, lastContent, lastMentions }: ChatListRow): string {
  if (lastType === null) return '';
  return lastLine({ type: lastType, content: lastContent ?? '', mentions: lastMentions });
}

function presentFaces(row: ChatListRow) {
  const first = { id: row.firstOtherId, name: row.firstOtherName, avatarFile: row.firstOtherAvatarFile };
  const second = { id: row.secondOtherId, name: row.secondOtherName, avatarFile: row.secondOtherAvatarFile };
  return [first, second].flatMap(({ id, name, avatarFile }) =>
    id === null ? [] : [{ _id: id, name: name ?? '', avatar: avatarPath(id, avatarFile) }],
  );
}

export function presentChatDetail(chat: ChatRow, members: readonly MemberRow[], viewerId: UserId): ChatDetail {
  const others = members.filter((member) => member.id !== viewerId);
  const isPair = members.length === 2 && chat.name === null && chat.avatarFile === null;
  const [pictured = chat] = isPair ? others : [];
  const facts = { ownerId: chat.ownerId, memberCount: members.length };
  return {
    _id: chat.id,
    name: detailName(chat, others),
    avatar: avatarPath(pictured.id, pictured.avatarFile),
    isGroup: members.length > 2,
    members: members.map((member) => ({ ...presentMember(member), role: roleOf(facts, member) })),
    ...(members.length > 2 && chat.avatarFile === null && { faces: others.slice(0, 2).map(presentMember) }),
    calling: chat.calling,
    ownerId: chat.ownerId,
    createdAt: chat.createdAt.toISOString(),
    isMuted: chat.isMuted,
    description: (isGroup(facts) && chat.description) || '',
    ...presentSettings(chat, facts),
    ...(members.length === 2 && others[0]?.isSuspended === true && { isSuspended: true }),
  };
}

/** A chat of two has none. */
function presentSettings(chat: GroupSettings, facts: { memberCount: number }) {
  const whoCan = (onlyAdmins: boolean): WhoCan => (onlyAdmins && isGroup(facts) ? 'admins' : 'members');
  return {
    whoCanSend: whoCan(chat.onlyAdminsSend),
    whoCanAdd: whoCan(chat.onlyAdminsAdd),
    whoCanEdit: whoCan(chat.onlyAdminsEdit),
  };
}

function presentMember({ id, name, avatarFile }: MemberRow): ChatMember {
  return { _id: id, name, avatar: avatarPath(id, avatarFile) };
}

/** The chat's own name, or else the names of the others. The other person of two is named even after they left. */
function detailName({ name, formerMemberName }: ChatRow, others: readonly MemberRow[]): string {
  if (name !== null) return name;
  if (others.length === 0) return formerMemberName ?? nobodyLeft;
  const otherNames = others.map((member) => member.name);
  return namesOfOthers(otherNames, others.length + 1);
}
