import { lastLine, limits } from '@chat-app/contract';
import type { ChatId, ChatListItem, Message } from '@chat-app/contract';

type Rows = readonly ChatListItem[];
type LastReadSeq = (chatId: ChatId) => number;

/** Newest activity first, as the server orders it. */
export function sortRows(rows: Rows): ChatListItem[] {
  return rows.toSorted((a, b) => compare(b.lastTime, a.lastTime) || compare(b._id, a._id));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The list after a message arrived. A message that is not newer than the row changes nothing. */
export function applyMessage(rows: Rows, message: Message): Rows {
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
  return sortRows(rows.map((other) => (other === row ? updated : other)));
}

/** The list after a message was edited. Only the last one is shown. */
export function applyEdit(rows: Rows, message: Message): Rows {
  return rows.map((row) =>
    row._id === message.chatId && row.lastSeq === message.seq ? { ...row, lastMessage: lastLine(message) } : row,
  );
}

/** The list after a chat was read up to `seq`, here or on another device. */
export function applyRead(rows: Rows, chatId: ChatId, seq: number): Rows {
  return rows.map((row) => (row._id === chatId && !row.read && seq >= row.lastSeq ? asRead(row) : row));
}

/** Whether the chat was read only in part, so that the number of unread messages left is unknown here. */
export function isPartlyRead(rows: Rows, chatId: ChatId, seq: number): boolean {
  return rows.some((row) => row._id === chatId && !row.read && seq < row.lastSeq);
}

const asRead = (row: ChatListItem): ChatListItem => ({ ...row, read: true, unreadCount: 0 });

export function applyMuted(rows: Rows, chatId: ChatId, isMuted: boolean): Rows {
  return rows.map((row) => (row._id === chatId ? { ...row, isMuted } : row));
}

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
        return { ...row, lastMessage, lastSender, lastTime, lastSeq, isMyMessage, read, unreadCount };
      }
      return lastReadSeq(row._id) >= row.lastSeq ? asRead(row) : row;
    }),
  );
}

/** The number of chats with unread messages, without the open chat and muted ones. */
export function countUnread(rows: Rows, openId: ChatId | null): number {
  return rows.filter(({ _id, read, isMuted }) => !read && !isMuted && _id !== openId).length;
}

/** Chats whose last seq on the server is newer than the known row, and chats without a row. */
export function findBehind(heads: Readonly<Record<ChatId, number>>, rows: Rows): ChatId[] {
  const seqById = new Map(rows.map(({ _id, lastSeq }) => [_id, lastSeq]));
  return (Object.keys(heads) as ChatId[]).filter((chatId) => (heads[chatId] ?? 0) > (seqById.get(chatId) ?? -1));
}
