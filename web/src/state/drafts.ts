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
    if (chatId !== null) show(chatId, readDraft(userId, chatId) ?? '');
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
  if (userId !== null) writeDraft(userId, chatId, text);
}

/** Remembers what is sent until it is in the outbox, then takes its text out of the draft. */
export function beginSend(send: SendRecord): void {
  const { userId } = useDrafts.getState();
  if (userId !== null) writeSend(userId, send);
  takeText(send);
}

/** It is in the outbox now. */
export function endSend(send: SendRecord): void {
  const { userId } = useDrafts.getState();
  if (userId !== null) removeSend(userId, send);
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
  const { userId, textByChat } = useDrafts.getState();
  const kept = (userId === null ? null : readDraft(userId, chatId)) ?? textByChat[chatId] ?? '';
  if (kept === draftText) setDraftText(chatId, '');
  else show(chatId, kept);
}

function show(chatId: ChatId, text: string): void {
  useDrafts.setState(({ textByChat }) =>
    (textByChat[chatId] ?? '') === text ? {} : { textByChat: { ...textByChat, [chatId]: text } },
  );
}
