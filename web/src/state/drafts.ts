import type { ChatId, UserId } from '@chat-app/contract';
import {
  chatOfDraft,
  chatOfUnsaved,
  listDrafts,
  listSends,
  readDraft,
  recordOlderDrafts,
  removeDrafts,
  removeSend,
  writeDraft,
  writeSend,
} from './draft-records.ts';
import type { SendRecord } from './draft-records.ts';
import {
  acceptDraft,
  deferDraft,
  forgetDraft,
  listUnsavedChats,
  markSaved,
  markUnsaved,
  notifyDraftChanged,
  resetDraftSync,
  resolveDraft,
  unsavedAt,
} from './draft-sync.ts';
import type { ServerDraft } from './draft-sync.ts';
import { createSessionStore } from './session-state.ts';

interface Drafts {
  readonly userId: UserId | null;
  readonly textByChat: Readonly<Record<ChatId, string>>;
}

const noDrafts: Drafts = { userId: null, textByChat: {} };
const useDrafts = createSessionStore<Drafts>(
  () => noDrafts,
  () => removeDrafts(),
);
/** Chats whose text did not fit into the storage: the stored text is older than the shown one. */
const unstored = new Set<ChatId>();
/** Sends whose record did not fit into the storage: their stored draft is removed once they are in the outbox. */
const unrecorded = new Set<SendRecord>();

/** The unsent text of a chat, or an empty string. */
export const hasDraft = (chatId: ChatId) => (useDrafts.getState().textByChat[chatId] ?? '') !== '';

export function useDraftText(chatId: ChatId): string {
  return useDrafts(({ textByChat }) => textByChat[chatId] ?? '');
}

/** Reads the drafts of this user and follows changes in other tabs: all show the same draft. Returns a disposer. */
export function followDrafts(userId: UserId): () => void {
  // Another user's session may have ended while no tab was open.
  removeDrafts({ except: userId });
  recordOlderDrafts(userId);
  const readAll = () => useDrafts.setState({ userId, textByChat: Object.fromEntries(listDrafts(userId)) });
  const handleStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage) return;
    const chatId = key === null ? null : chatOfDraft(userId, key);
    const changedId = key === null ? null : chatOfUnsaved(userId, key);
    if (changedId !== null) notifyDraftChanged(changedId, { isElsewhere: true });
    // Read the storage instead of the event's value, because this tab may have written since.
    if (chatId !== null) showStored(userId, chatId);
    else if (key === null) readAll();
  };
  readAll();
  window.addEventListener('storage', handleStorage);
  return () => {
    window.removeEventListener('storage', handleStorage);
    useDrafts.setState(noDrafts);
    resetDraftSync();
  };
}

/** The user has changed the draft. */
export function setDraftText(chatId: ChatId, text: string): void {
  const { userId } = useDrafts.getState();
  storeText(chatId, text);
  if (userId !== null) markUnsaved(userId, chatId);
}

/** The draft to save, and when it was changed; null if the server has it. */
export function unsavedDraft(chatId: ChatId): { text: string; atMs: number } | null {
  const { userId } = useDrafts.getState();
  const atMs = userId === null ? null : unsavedAt(userId, chatId);
  return atMs === null ? null : { text: textOf(chatId), atMs };
}

export function listUnsavedDrafts(): readonly ChatId[] {
  const { userId } = useDrafts.getState();
  return userId === null ? [] : listUnsavedChats(userId);
}

/** Shows the draft of another device, unless the one here is newer or is being typed. */
export function receiveDraft(chatId: ChatId, draft: ServerDraft): void {
  const { userId } = useDrafts.getState();
  if (userId === null) return;
  const resolution = resolveDraft(userId, chatId, draft);
  if (resolution === 'defer') deferDraft(chatId, () => receiveDraft(chatId, draft));
  if (resolution !== 'accept') return;
  acceptDraft(userId, chatId, draft);
  // Spaces alone are no draft, but somebody may be about to type after them.
  if (textOf(chatId).trim() !== '' || draft.content !== '') storeText(chatId, draft.content);
}

/** The server has saved the draft that was changed at this time. */
export function confirmSaved(chatId: ChatId, saved: { sentAtMs: number; atMs: number; content: string }): void {
  const { userId } = useDrafts.getState();
  if (userId !== null) markSaved(userId, chatId, saved);
}

function storeText(chatId: ChatId, text: string): void {
  const { userId } = useDrafts.getState();
  show(chatId, text);
  if (userId === null || writeDraft(userId, chatId, text)) unstored.delete(chatId);
  else unstored.add(chatId);
}

/**
 * Records a send until it is in the outbox, and removes its text from the draft. If the record does not fit into the
 * storage, the stored draft stays until then.
 */
export function beginSend(send: SendRecord): void {
  const { userId } = useDrafts.getState();
  if (userId === null || writeSend(userId, send)) {
    removeSentText(send);
  } else if (textOf(send.chatId) === send.draftText) {
    unrecorded.add(send);
    show(send.chatId, '');
  }
}

/** Call when the send is in the outbox. */
export function endSend(send: SendRecord): void {
  const { userId, textByChat } = useDrafts.getState();
  if (userId !== null) removeSend(userId, send);
  const isDraftLeft = unrecorded.delete(send) && (textByChat[send.chatId] ?? '') === '';
  if (isDraftLeft) setDraftText(send.chatId, '');
}

/** Sends that a closed tab left behind, or that another tab is sending right now. */
export function recoverSends(): readonly SendRecord[] {
  const { userId } = useDrafts.getState();
  const sends = userId === null ? [] : listSends(userId);
  // The tab may have closed before it removed the text from the draft.
  sends.forEach(removeSentText);
  return sends;
}

const discardListeners = new Set<(chatId: ChatId) => unknown>();

/** Calls `listener` when the drafts of a closed chat are removed. Returns a disposer. */
export function onDraftDiscarded(listener: (chatId: ChatId) => unknown): () => void {
  discardListeners.add(listener);
  return () => discardListeners.delete(listener);
}

export function discardDraftsOfChat(chatId: ChatId): void {
  const { userId } = useDrafts.getState();
  storeText(chatId, '');
  // The server has deleted it.
  if (userId !== null) forgetDraft(userId, chatId);
  for (const notify of discardListeners) notify(chatId);
}

/** Removes the sent text from the draft, but keeps text that was typed in another tab since. */
function removeSentText({ chatId, draftText }: SendRecord): void {
  const newest = textOf(chatId);
  if (newest === draftText) setDraftText(chatId, '');
  else show(chatId, newest);
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
