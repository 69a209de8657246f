import { limits, saveDraft } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import { isPageVisible, onWake } from '../browser/page.ts';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { createNamedTimers } from '../lib/named-timers.ts';
import { useConnection } from '../state/connection.ts';
import { forgetSavedContent, onDraftChanged, savedDraft } from '../state/draft-sync.ts';
import { confirmSaved, listUnsavedDrafts, receiveDraft, unsavedDraft } from '../state/drafts.ts';

/** A draft is saved after a pause of this length, so that a message written in one go costs no request. */
const pauseMs = 2_000;
/** Who types without a pause is saved this often. */
const maxWaitMs = 10_000;
const retryMs = 15_000;

/** Saves the drafts of a user on the server while they change. Returns a disposer. */
export function saveDrafts(userId: UserId): () => void {
  const timers = createNamedTimers();
  const waitingSince = new Map<ChatId, number>();
  const saving = new Set<ChatId>();

  const wait = (chatId: ChatId, ms: number) => timers.start(chatId, ms, () => void save(chatId));

  async function save(chatId: ChatId): Promise<void> {
    timers.stop(chatId);
    waitingSince.delete(chatId);
    // One request at a time: a late one must not follow the one that removes the draft.
    if (saving.has(chatId)) return;
    const change = nextChange(chatId);
    if (change === null) return;
    saving.add(chatId);
    try {
      await saveChange(userId, chatId, change);
    } catch (error) {
      if (isTransient(error)) wait(chatId, retryMs);
    } finally {
      saving.delete(chatId);
    }
    const next = unsavedDraft(chatId);
    if (next !== null && next.atMs !== change.atMs) wait(chatId, next.text === '' ? 0 : pauseMs);
  }
  const saveAll = () => listUnsavedDrafts().forEach((chatId) => void save(chatId));

  const handleHidden = () => {
    if (!isPageVisible()) saveAll();
  };
  window.addEventListener('pagehide', saveAll);
  document.addEventListener('visibilitychange', handleHidden);
  const stops = [
    onWake(saveAll),
    useConnection.subscribe(({ phase }, before) => {
      if (phase === 'connected' && before.phase !== 'connected') saveAll();
    }),
    onDraftChanged((chatId, { isUrgent, isElsewhere }) => {
      const draft = unsavedDraft(chatId);
      if (draft === null) return undefined;
      if (isElsewhere) return wait(chatId, maxWaitMs);
      if (isUrgent || draft.text === '') return void save(chatId);
      const since = waitingSince.get(chatId) ?? Date.now();
      waitingSince.set(chatId, since);
      return wait(chatId, Math.min(pauseMs, Math.max(0, since + maxWaitMs - Date.now())));
    }),
  ];
  saveAll();
  return () => {
    window.removeEventListener('pagehide', saveAll);
    document.removeEventListener('visibilitychange', handleHidden);
    stops.forEach((stop) => stop());
    timers.stopAll();
  };
}

interface DraftChange {
  readonly content: string;
  readonly atMs: number;
}

/** The change to save; null if there is none, or if the server has the same text anyway. */
function nextChange(chatId: ChatId): DraftChange | null {
  const draft = unsavedDraft(chatId);
  if (draft === null) return null;
  const { text, atMs } = draft;
  const content = text.trim() === '' ? '' : text;
  // Too long to be sent, and to be saved: it stays unsaved until it is shorter.
  if (content.length > limits.messageMaxLength) return null;
  const saved = savedDraft(chatId);
  if (content !== saved?.content) return { content, atMs };
  // With the time of the server: this device's clock may be fast.
  confirmSaved(chatId, { ...saved, sentAtMs: atMs });
  return null;
}

async function saveChange(userId: UserId, chatId: ChatId, { content, atMs }: DraftChange): Promise<void> {
  // Until it is answered, the server may have saved it or not.
  forgetSavedContent(chatId);
  const at = new Date(atMs).toISOString();
  const { draft } = await callEndpoint(saveDraft, { chatId, content, at }, { caller: userId, keepalive: true });
  const saved = { content: draft.content, atMs: Date.parse(draft.at) };
  if (draft.content === content) confirmSaved(chatId, { ...saved, sentAtMs: atMs });
  // Another device was later.
  else receiveDraft(chatId, saved);
}

/** Whether the same request may succeed later. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}
