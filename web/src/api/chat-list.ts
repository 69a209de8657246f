import { lastLine, limits } from '@chat-app/contract';
import type { ChatId, ChatListItem, Message, UserId } from '@chat-app/contract';
import { mentionsMe } from './mentions-me.ts';

type Rows = readonly ChatListItem[];
type LastReadSeq = (chatId: ChatId) => number;

/** Pinned chats in their order, then newest activity first, as the server orders them. */
export function sortRows(rows: Rows): ChatListItem[] {
  return rows.toSorted((a, b) => pinOrderOf(a) - pinOrderOf(b) || compareActivity(a, b));
}

const pinOrderOf = ({ pinOrder = Number.MAX_SAFE_INTEGER }: ChatListItem) => pinOrder;

function compareActivity(a: ChatListItem, b: ChatListItem): number {
  return compare(b.lastTime, a.lastTime) || compare(b._id, a._id);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The list after a message arrived. A message that is not newer than the row changes nothing. */
export function applyMessage(rows: Rows, message: Message, myId: UserId | null): Rows {
  const row = rows.find(({ _id }) => _id === message.chatId);
  if (!row || message.seq <= row.lastSeq) return rows;
  const { sender } = message;
  const isMyMessage = sender?.isMine ?? false;
  // A system message is not unread for the member who caused it. Only the server knows who that is.
  const isNews = !isMyMessage && sender !== null;
  // Responses and offline copies from an older release have no count; the next response brings one.
  const unreadCount = row.unreadCount ?? (row.read ? 0 : undefined);
  const updated: ChatListItem = {
    ...row,
    lastMessage: lastLine(message),
    lastSender: row.isGroup && sender && !isMyMessage ? { _id: sender._id, name: sender.name } : null,
    lastTime: message.createdAt,
    lastSeq: message.seq,
    isMyMessage,
    read: isNews ? false : row.read,
    unreadCount: isNews && unreadCount !== undefined ? Math.min(unreadCount + 1, limits.unreadCountMax) : unreadCount,
  };
  // Everything that moves a chat up takes it out of the archive.
  const listed = row.isMuted ? updated : withArchived(updated, false);
  const mentioned = withMentionOf(listed, message, myId);
  return sortRows(rows.map((other) => (other === row ? mentioned : other)));
}

/** The row after a message arrived that may mention the user. */
function withMentionOf(row: ChatListItem, message: Message, myId: UserId | null): ChatListItem {
  const isMention = myId !== null && mentionsMe(message, myId);
  return isMention ? withMentions(row, [...(row.mentionSeqs ?? []), message.seq]) : row;
}

/** The row with the positions of unread mentions. */
function withMentions(row: ChatListItem, seqs: readonly number[]): ChatListItem {
  const { hasMention: _hasMention, mentionSeqs: _seqs, ...rest } = row;
  return seqs.length === 0 ? rest : { ...rest, hasMention: true, mentionSeqs: seqs.slice(-limits.mentionSeqsMax) };
}

/** The list after a message was edited. Only the last one is shown; it may no longer mention the user. */
export function applyEdit(rows: Rows, message: Message, myId: UserId | null): Rows {
  const isMention = myId !== null && mentionsMe(message, myId);
  return rows.map((row) => {
    if (row._id !== message.chatId) return row;
    const edited = row.lastSeq === message.seq ? { ...row, lastMessage: lastLine(message) } : row;
    return isMention || !row.mentionSeqs?.includes(message.seq)
      ? edited
      : withMentions(
          edited,
          row.mentionSeqs.filter((seq) => seq !== message.seq),
        );
  });
}

/** Whether an edit mentions the user in a chat with unread messages, and the row does not know of it. */
export function isNewMention(rows: Rows, message: Message, myId: UserId | null): boolean {
  if (myId === null || !mentionsMe(message, myId)) return false;
  return rows.some(
    ({ _id, read, mentionSeqs }) => _id === message.chatId && !read && !mentionSeqs?.includes(message.seq),
  );
}

/** The list after a chat was read up to `seq`, here or on another device. */
export function applyRead(rows: Rows, chatId: ChatId, seq: number): Rows {
  return rows.map((row) => {
    if (row._id !== chatId || row.read) return row;
    if (seq >= row.lastSeq) return asRead(row);
    const unread = row.mentionSeqs?.filter((mentionSeq) => mentionSeq > seq);
    return unread && unread.length !== row.mentionSeqs?.length ? withMentions(row, unread) : row;
  });
}

/** Whether the chat was read only in part, so that the number of unread messages left is unknown here. */
export function isPartlyRead(rows: Rows, chatId: ChatId, seq: number): boolean {
  return rows.some((row) => row._id === chatId && !row.read && seq < row.lastSeq);
}

const asRead = (row: ChatListItem): ChatListItem => withMentions({ ...row, read: true, unreadCount: 0 }, []);

export function applyMuted(rows: Rows, chatId: ChatId, isMuted: boolean): Rows {
  return rows.map((row) => (row._id === chatId ? { ...row, isMuted } : row));
}

/** Pins exactly these chats, in this order. None of them is archived. */
export function applyPins(rows: Rows, chatIds: readonly ChatId[]): Rows {
  const pinned = rows.map((row) => {
    const place = chatIds.indexOf(row._id) + 1;
    return place === 0 ? withPin(row, undefined) : withArchived(withPin(row, place), false);
  });
  return sortRows(pinned);
}

/** Archived when `seq` was the last one; null takes the chat out of the archive. A newer message has done so already. */
export function applyArchived(rows: Rows, chatId: ChatId, seq: number | null): Rows {
  const placed = rows.map((row) => {
    if (row._id !== chatId) return row;
    const isArchived = seq !== null && (row.isMuted || row.lastSeq <= seq);
    return withArchived(isArchived ? withPin(row, undefined) : row, isArchived);
  });
  return sortRows(placed);
}

/** Puts the chats back where they were pinned or archived. */
export function restorePlaces(rows: Rows, before: Rows): Rows {
  const earlierById = new Map(before.map((row) => [row._id, row]));
  const restored = rows.map((row) => {
    const { pinOrder, isArchived = false } = earlierById.get(row._id) ?? row;
    return withArchived(withPin(row, pinOrder), isArchived);
  });
  return sortRows(restored);
}

function withPin(row: ChatListItem, pinOrder: number | undefined): ChatListItem {
  if (row.pinOrder === pinOrder) return row;
  const { pinOrder: _pinOrder, ...rest } = row;
  return pinOrder === undefined ? rest : { ...rest, pinOrder };
}

function withArchived(row: ChatListItem, isArchived: boolean): ChatListItem {
  if ((row.isArchived ?? false) === isArchived) return row;
  const { isArchived: _isArchived, ...rest } = row;
  return isArchived ? { ...rest, isArchived } : rest;
}

/** In their order. */
export function pinnedIds(rows: Rows): ChatId[] {
  return rows.filter(({ pinOrder }) => pinOrder !== undefined).map(({ _id }) => _id);
}

export const archivedChats = (rows: Rows) => rows.filter(({ isArchived = false }) => isArchived);
export const listedChats = (rows: Rows) => rows.filter(({ isArchived = false }) => !isArchived);

/** Newest activity first, without archived chats. */
export const recentChats = (rows: Rows) => listedChats(rows).toSorted(compareActivity);

export function withoutChat(rows: Rows, chatId: ChatId): Rows {
  return rows.filter(({ _id }) => _id !== chatId);
}

/**
 * Merges a response into the known list. A message or read mark that arrived while the request was running is newer
 * than the response and is kept.
 */
export function mergeFetched(fetched: Rows, known: Rows, lastReadSeq: LastReadSeq): ChatListItem[] {
  const knownById = new Map(known.map((row) => [row._id, row]));
  return sortRows(
    fetched.map((row) => {
      const newer = knownById.get(row._id);
      if (newer && newer.lastSeq > row.lastSeq) {
        const { lastMessage, lastSender, lastTime, lastSeq, isMyMessage, read, unreadCount } = newer;
        const merged = { ...row, lastMessage, lastSender, lastTime, lastSeq, isMyMessage, read, unreadCount };
        // The newer message took the chat out of the archive unless it is muted.
        const placed = row.isMuted ? merged : withArchived(merged, newer.isArchived ?? false);
        return withMentions(placed, newer.mentionSeqs ?? []);
      }
      return lastReadSeq(row._id) >= row.lastSeq ? asRead(row) : row;
    }),
  );
}

/** The number of chats with unread messages, without the open chat and muted or archived ones in which no mention notifies. */
export function countUnread(
  rows: Rows,
  openId: ChatId | null,
  { mentionsBreakMute }: { mentionsBreakMute: boolean },
): number {
  return rows.filter(
    ({ _id, read, isMuted, isArchived = false, hasMention = false }) =>
      !read && (!(isMuted || isArchived) || (hasMention && mentionsBreakMute)) && _id !== openId,
  ).length;
}

/** Chats whose last seq on the server is newer than the known row, and chats without a row. */
export function findBehind(heads: Readonly<Record<ChatId, number>>, rows: Rows): ChatId[] {
  const seqById = new Map(rows.map(({ _id, lastSeq }) => [_id, lastSeq]));
  return (Object.keys(heads) as ChatId[]).filter((chatId) => (heads[chatId] ?? 0) > (seqById.get(chatId) ?? -1));
}
