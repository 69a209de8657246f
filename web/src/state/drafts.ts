import type { ChatId, UserId } from '@chat-app/contract';
import { create } from 'zustand';
import { chatIn, listRecords, readRecord, removeRecords, writeRecord } from '../lib/draft-records.ts';
import { onSessionEnd } from './session-end.ts';

interface Drafts {
  readonly userId: UserId | null;
  readonly textByChat: Readonly<Record<ChatId, string>>;
}

const noDrafts: Drafts = { userId: null, textByChat: {} };
const useDrafts = create<Drafts>(() => noDrafts);

onSessionEnd(() => {
  removeRecords(() => true);
  useDrafts.setState(noDrafts);
});

/** What was typed in a chat and not sent; empty when there is nothing. */
export function useDraftText(chatId: ChatId): string {
  return useDrafts(({ textByChat }) => textByChat[chatId] ?? '');
}

/** Reads this person's drafts and follows what other tabs write. All tabs show the same draft. Returns how to stop. */
export function followDrafts(userId: UserId): () => void {
  // Left by somebody whose session ended while no tab was open.
  removeRecords((key) => chatIn(userId, key) === null);
  const readAll = () => {
    const textByChat = Object.fromEntries(listRecords(userId).map(([chatId, { text }]) => [chatId, text]));
    useDrafts.setState({ userId, textByChat });
  };
  const handleStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage) return;
    const chatId = key === null ? null : chatIn(userId, key);
    if (chatId !== null) show(chatId, readRecord(userId, chatId)?.text ?? '');
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
  if (userId !== null) writeRecord(userId, chatId, { text });
}

/** Empties the draft after it was sent, unless another tab has changed it since. */
export function clearDraftText(chatId: ChatId, sentText: string): void {
  const { userId } = useDrafts.getState();
  const kept = userId === null ? null : readRecord(userId, chatId);
  if (kept === null || kept.text === sentText) setDraftText(chatId, '');
  else show(chatId, kept.text);
}

/** The chat is gone, and so is what was written there. */
export function forgetDraftsOfChat(chatId: ChatId): void {
  setDraftText(chatId, '');
}

function show(chatId: ChatId, text: string): void {
  useDrafts.setState(({ textByChat }) => ({ textByChat: { ...textByChat, [chatId]: text } }));
}
