import type { ChatId, ChatListItem } from '@chat-app/contract';

/** The chat above (-1) or below (1) the open one; null past the ends. Without an open chat: the last or the first. */
export function adjacentChat(chats: readonly ChatListItem[], openId: ChatId | null, step: -1 | 1): ChatId | null {
  const at = chats.findIndex(({ _id }) => _id === openId);
  const from = at < 0 && step < 0 ? chats.length : at;
  return chats[from + step]?._id ?? null;
}

/** The nearest unread chat in that direction, wrapping around at the ends. */
export function adjacentUnread(chats: readonly ChatListItem[], openId: ChatId | null, step: -1 | 1): ChatId | null {
  const at = chats.findIndex(({ _id }) => _id === openId);
  const round = [...chats.slice(at + 1), ...chats.slice(0, Math.max(at, 0))];
  const unread = round.filter(({ read }) => !read);
  return unread.at(step > 0 ? 0 : -1)?._id ?? null;
}
