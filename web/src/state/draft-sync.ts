import type { ChatId, UserId } from '@chat-app/contract';
import { createNamedTimers } from '../lib/named-timers.ts';
import { listUnsaved, readUnsaved, removeUnsaved, writeUnsaved } from './draft-records.ts';

/** For so long after a key press, the field counts as being typed in. */
const typingMs = 5_000;

/** What the server said about a draft. */
export interface ServerDraft {
  readonly content: string;
  /** Null for a chat without a draft. */
  readonly atMs: number | null;
  /** When it was asked, by `performance.now()`. A change since then is newer. */
  readonly askedAtMs?: number;
}

interface Change {
  /** To be saved at once, because nothing more is typed for now. */
  readonly isUrgent?: boolean;
  /** Another tab has changed it, and will save it if it can. */
  readonly isElsewhere?: boolean;
}

/** The latest draft of the server that is known here. Nothing for a chat whose draft is unknown. */
const savedByChat = new Map<ChatId, { content: string; atMs: number }>();
/** The latest time of a draft of the server, also of one that is not shown yet. */
const latestServerMsByChat = new Map<ChatId, number>();
/** When this tab last changed a draft or learned of a change, by `performance.now()`. */
const changedAtByChat = new Map<ChatId, number>();
/** When the user last typed here, by `performance.now()`. */
const typedAtByChat = new Map<ChatId, number>();
/** Unsaved changes that do not fit into the storage. */
const unstoredAtByChat = new Map<ChatId, number>();
const deferred = createNamedTimers();
const listeners = new Set<(chatId: ChatId, change: Change) => void>();

/** Calls `listener` when a draft must be saved. Returns a disposer. */
export function onDraftChanged(listener: (chatId: ChatId, change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyDraftChanged(chatId: ChatId, change: Change = {}): void {
  changedAtByChat.set(chatId, performance.now());
  for (const notify of listeners) notify(chatId, change);
}

/** Saves an unsaved change without waiting for more. */
export function saveDraftNow(chatId: ChatId): void {
  typedAtByChat.delete(chatId);
  for (const notify of listeners) notify(chatId, { isUrgent: true });
}

export function saveAllDraftsNow(): void {
  for (const chatId of typedAtByChat.keys()) saveDraftNow(chatId);
}

/** Records a change by the user. Its time is later than that of every draft known here, also if the clock is slow. */
export function markUnsaved(userId: UserId, chatId: ChatId): void {
  const atMs = Math.max(Date.now(), (latestServerMsByChat.get(chatId) ?? 0) + 1, (unsavedAt(userId, chatId) ?? 0) + 1);
  if (writeUnsaved(userId, chatId, atMs)) unstoredAtByChat.delete(chatId);
  else unstoredAtByChat.set(chatId, atMs);
  typedAtByChat.set(chatId, performance.now());
  notifyDraftChanged(chatId);
}

/** When the draft was changed; null if the server has that change. */
export function unsavedAt(userId: UserId, chatId: ChatId): number | null {
  return unstoredAtByChat.get(chatId) ?? readUnsaved(userId, chatId);
}

export const listUnsavedChats = (userId: UserId) => [...new Set([...unstoredAtByChat.keys(), ...listUnsaved(userId)])];

/** The text that the server has, as far as is known. */
export const savedDraft = (chatId: ChatId) => savedByChat.get(chatId);

/** After a failed request, the server may have saved the draft or not. */
export function forgetSavedContent(chatId: ChatId): void {
  savedByChat.delete(chatId);
}

/** The server has saved what was changed at `sentAtMs`; a change since then stays unsaved. */
export function markSaved(
  userId: UserId,
  chatId: ChatId,
  { sentAtMs, atMs, content }: { sentAtMs: number; atMs: number; content: string },
): void {
  savedByChat.set(chatId, { content, atMs });
  latestServerMsByChat.set(chatId, Math.max(atMs, latestServerMsByChat.get(chatId) ?? 0));
  changedAtByChat.set(chatId, performance.now());
  if (unsavedAt(userId, chatId) === sentAtMs) removeRecord(userId, chatId);
}

/** What to do with the server's draft: accept a newer one, but defer it while the one here is being typed. */
export function resolveDraft(userId: UserId, chatId: ChatId, draft: ServerDraft): 'accept' | 'ignore' | 'defer' {
  const { content, atMs } = draft;
  const mine = unsavedAt(userId, chatId);
  if (atMs !== null) latestServerMsByChat.set(chatId, Math.max(atMs, latestServerMsByChat.get(chatId) ?? 0));
  if (mine !== null && mine === atMs) markSaved(userId, chatId, { sentAtMs: mine, atMs, content });
  if (isOutdated(chatId, draft) || (mine !== null && mine >= (atMs ?? 0))) return 'ignore';
  if (!isBeingTyped(chatId)) return 'accept';
  if (mine === null) return 'defer';
  // Typed after it, by a slow clock.
  markUnsaved(userId, chatId);
  return 'ignore';
}

function isOutdated(chatId: ChatId, { atMs, askedAtMs = Infinity }: ServerDraft): boolean {
  if ((changedAtByChat.get(chatId) ?? -1) >= askedAtMs) return true;
  const latest = savedByChat.get(chatId);
  return latest !== undefined && atMs !== null && atMs <= latest.atMs;
}

function isBeingTyped(chatId: ChatId): boolean {
  const at = typedAtByChat.get(chatId);
  return at !== undefined && performance.now() - at < typingMs;
}

/** The draft here is replaced by the server's. */
export function acceptDraft(userId: UserId, chatId: ChatId, { content, atMs }: ServerDraft): void {
  savedByChat.set(chatId, { content, atMs: atMs ?? 0 });
  changedAtByChat.set(chatId, performance.now());
  removeRecord(userId, chatId);
}

/** Tries again when the field may no longer be typed in. Only the latest counts. */
export function deferDraft(chatId: ChatId, receive: () => void): void {
  deferred.start(chatId, typingMs, receive);
}

/** The chat is closed, and with it its draft. */
export function forgetDraft(userId: UserId, chatId: ChatId): void {
  savedByChat.delete(chatId);
  typedAtByChat.delete(chatId);
  deferred.stop(chatId);
  changedAtByChat.set(chatId, performance.now());
  removeRecord(userId, chatId);
}

export function resetDraftSync(): void {
  for (const map of [savedByChat, latestServerMsByChat, changedAtByChat, typedAtByChat, unstoredAtByChat]) map.clear();
  deferred.stopAll();
}

function removeRecord(userId: UserId, chatId: ChatId): void {
  unstoredAtByChat.delete(chatId);
  removeUnsaved(userId, chatId);
}
