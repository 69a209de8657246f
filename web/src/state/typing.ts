import { limits } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import { createNamedTimers } from '../lib/named-timers.ts';
import { createSessionStore } from './session-state.ts';

interface Announced {
  /** Null once they have stopped. */
  readonly userId: UserId | null;
  readonly atMs: number;
}

interface Typing {
  /** Who is typing, in the order in which they began. */
  readonly idsByChat: Readonly<Record<ChatId, readonly UserId[]>>;
  /** Who was last announced to screen readers, and when. */
  readonly announcedByChat: Readonly<Record<ChatId, Announced | undefined>>;
}

/** A screen reader that is reading messages must not be interrupted after every pause in the typing. */
const announceEveryMs = 30_000;
const nobody: readonly UserId[] = [];
const timers = createNamedTimers();
const useTyping = createSessionStore<Typing>(() => ({ idsByChat: {}, announcedByChat: {} }), timers.stopAll);

export function useTypingIds(chatId: ChatId): readonly UserId[] {
  return useTyping(({ idsByChat }) => idsByChat[chatId] ?? nobody);
}

/** Who is typing and is announced; most of the time nobody. */
export function useAnnouncedTypingId(chatId: ChatId): UserId | null {
  return useTyping(({ announcedByChat }) => announcedByChat[chatId]?.userId ?? null);
}

/** Expires unless it is repeated: the event that ends it may be lost. */
export function setTyping(chatId: ChatId, userId: UserId, isTyping: boolean): void {
  const timer = `${chatId} ${userId}`;
  if (isTyping) timers.start(timer, limits.typingExpiresMs, () => setTyping(chatId, userId, false));
  else timers.stop(timer);
  const ids = useTyping.getState().idsByChat[chatId] ?? nobody;
  if (ids.includes(userId) === isTyping) return;
  useTyping.setState(({ idsByChat, announcedByChat }) => ({
    idsByChat: { ...idsByChat, [chatId]: isTyping ? [...ids, userId] : ids.filter((id) => id !== userId) },
    announcedByChat: { ...announcedByChat, [chatId]: nextAnnounced(announcedByChat[chatId], { userId, isTyping }) },
  }));
}

function nextAnnounced(last: Announced | undefined, { userId, isTyping }: { userId: UserId; isTyping: boolean }) {
  const nowMs = Date.now();
  if (isTyping && nowMs - (last?.atMs ?? 0) >= announceEveryMs) return { userId, atMs: nowMs };
  return last?.userId === userId && !isTyping ? { ...last, userId: null } : last;
}
