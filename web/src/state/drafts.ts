import type { ChatId, UserId } from '@chat-app/contract';
import { create } from 'zustand';
import {
  chatOfDraft,
  listDrafts,
  listSends,
  readDraft,
  removeDrafts,
  removeSend,
  writeDraft,
  writeSend,
} from '../lib/draft-records.ts';
import type { SendRecord } from '../lib/draft-records.ts';
import { onSessionEnd } from './session-end.ts';

interface Drafts {
  readonly userId: UserId | null;
  readonly textByChat: Readonly<Record<ChatId, string>>;
}

const noDrafts: Drafts = { userId: null, textByChat: {} };
const useDrafts = create<Drafts>(() => noDrafts);
/** Chats whose text did not fit into storage: what is stored there is older than what is shown. */
const unstored = new Set<ChatId>();
/** Sends whose record did not fit into storage: their stored draft goes when they are in the outbox. */
const unremembered = new Set<SendRecord>();

onSessionEnd(() => {
  removeDrafts();
  useDrafts.setState(noDrafts);
});

/** What was typed in a chat and not sent; empty when there is nothing. */
export function useDraftText(chatId: ChatId): string {
  return useDrafts(({ textByChat }) => textByChat[chatId] ?? '');
}

/** Reads this person's drafts and follows what other tabs write. All tabs show the same draft. Returns how to stop. */
export function followDrafts(userId: UserId): () => void {
  // Left by somebody whose session ended while no tab was open.
  removeDrafts({ except: userId });
  const readAll = () => useDrafts.setState({ userId, textByChat: Object.fromEntries(listDrafts(userId)) });
  const handleStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage) return;
    const chatId = key === null ? null : chatOfDraft(userId, key);
    // Read again instead of taking the event's value: this tab may have written since.
    if (chatId !== null) showStored(userId, chatId);
    else if (key === null) readAll();
  };
  readAll();
  window.addEventListener('storage', handleStorage);
  return () => {
    window.removeEventListener('storage', handleStorage);
    useDrafts.setState(noDrafts);
  };
}

export function setDraftText(chatId: ChatId, text: string): void {
  const { userId } = useDrafts.getState();
  show(chatId, text);
  if (userId === null || writeDraft(userId, chatId, text)) unstored.delete(chatId);
  else unstored.add(chatId);
}

/**
 * Remembers what is sent until it is in the outbox, and takes its text out of the draft. Where there is no room to remember
 * it, the stored draft stays until then.
 */
export function beginSend(send: SendRecord): void {
  const { userId } = useDrafts.getState();
  if (userId === null || writeSend(userId, send)) {
    takeText(send);
  } else if (textOf(send.chatId) === send.draftText) {
    unremembered.add(send);
    show(send.chatId, '');
  }
}

/** It is in the outbox now. */
export function endSend(send: SendRecord): void {
  const { userId, textByChat } = useDrafts.getState();
  if (userId !== null) removeSend(userId, send);
  const isDraftLeft = unremembered.delete(send) && (textByChat[send.chatId] ?? '') === '';
  if (isDraftLeft) setDraftText(send.chatId, '');
}

/** What tabs that ended in the middle of a send left behind, or another tab is just sending. */
export function recoverSends(): readonly SendRecord[] {
  const { userId } = useDrafts.getState();
  const sends = userId === null ? [] : listSends(userId);
  // The tab may have ended before it took the text out of the draft.
  sends.forEach(takeText);
  return sends;
}

const forgetters = new Set<(chatId: ChatId) => unknown>();

/** Calls back when a chat is gone, and so is what was written there. Returns how to stop. */
export function onDraftForgotten(forget: (chatId: ChatId) => unknown): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

export function forgetDraftsOfChat(chatId: ChatId): void {
  setDraftText(chatId, '');
  for (const forget of forgetters) forget(chatId);
}

/** Text that another tab has typed since stays. */
function takeText({ chatId, draftText }: SendRecord): void {
  const kept = textOf(chatId);
  if (kept === draftText) setDraftText(chatId, '');
  else show(chatId, kept);
}

/** The newest text of all tabs. */
function textOf(chatId: ChatId): string {
  const { userId, textByChat } = useDrafts.getState();
  const stored = userId === null || unstored.has(chatId) ? null : readDraft(userId, chatId);
  return stored ?? textByChat[chatId] ?? '';
}

function showStored(userId: UserId, chatId: ChatId): void {
  unstored.delete(chatId);
  show(chatId, readDraft(userId, chatId) ?? '');
}

function show(chatId: ChatId, text: string): void {
  useDrafts.setState(({ textByChat }) =>
    (textByChat[chatId] ?? '') === text ? {} : { textByChat: { ...textByChat, [chatId]: text } },
  );
}
