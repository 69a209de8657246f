import type { ChatId, ClientId, Mention, Quote, UserId } from '@chat-app/contract';
import type { UnloadGuard } from '../browser/unload-guard.ts';
import type { Stage } from './delivery.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';
import { createTabStore } from '../state/session-state.ts';

/** A message being sent: shown at once, kept until the server has it. */
export interface OutgoingMessage {
  /** The `clientId` of the later message, which identifies it once it has arrived. */
  readonly clientId: ClientId;
  readonly chatId: ChatId;
  readonly type: OutboxEntry['type'];
  /** The text, the emoji, or the name of the image or file. */
  readonly content: string;
  readonly createdAt: string;
  readonly phase: 'waiting' | 'sending' | 'failed';
  /** The progress of the upload from 0 to 1; null for messages without a file. */
  readonly progress: number | null;
  /** The message that it replies to. */
  readonly replyTo?: Quote;
  /** Whom it will mention. */
  readonly mentions?: readonly Mention[];
  /** The size of the file in bytes. */
  readonly size?: number;
  /** An object URL of the image or the sound on this device. */
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  readonly waveform?: readonly number[];
  /** The reason of the failure, as a sentence. */
  readonly reason?: string;
}

interface OutgoingMessages {
  readonly byChat: Readonly<Record<ChatId, readonly OutgoingMessage[]>>;
}

const none: readonly OutgoingMessage[] = [];

const useOutgoingStore = createTabStore<OutgoingMessages>(() => ({ byChat: {} }));

/** The messages of a chat that the server does not have yet, in the order they were written. */
export function useOutgoing(chatId: ChatId): readonly OutgoingMessage[] {
  return useOutgoingStore(({ byChat }) => byChat[chatId] ?? none);
}

export function listOutgoing(): readonly OutgoingMessage[] {
  return Object.values(useOutgoingStore.getState().byChat).flat();
}

/** Replaces all outgoing messages. */
function setOutgoing(messages: readonly OutgoingMessage[]): void {
  const byChat: Record<ChatId, OutgoingMessage[]> = {};
  for (const message of messages) (byChat[message.chatId] ??= []).push(message);
  useOutgoingStore.setState({ byChat });
}

export function addOutgoing(message: OutgoingMessage): void {
  useOutgoingStore.setState(({ byChat }) => ({
    byChat: { ...byChat, [message.chatId]: [...(byChat[message.chatId] ?? none), message] },
  }));
}

/** Keeps the lists of the other chats identical, so that they do not re-render. */
export function changeOutgoing(
  clientId: ClientId,
  change: (message: OutgoingMessage) => readonly OutgoingMessage[],
): void {
  const chatId = listOutgoing().find((message) => message.clientId === clientId)?.chatId;
  if (chatId === undefined) return;
  useOutgoingStore.setState(({ byChat }) => ({
    byChat: {
      ...byChat,
      [chatId]: (byChat[chatId] ?? none).flatMap((message) =>
        message.clientId === clientId ? change(message) : [message],
      ),
    },
  }));
}

function removeOutgoing(clientId: ClientId): void {
  changeOutgoing(clientId, () => []);
}

export type OutgoingView = ReturnType<typeof createOutgoingView>;

/** Shows the entries of the store as outgoing messages in this tab. */
export function createOutgoingView(userId: UserId, store: OutboxStore, unloadGuard: UnloadGuard) {
  const previews = createPreviews();
  /** Entries of this tab that may not be in the store yet. */
  const unstored = new Set<ClientId>();
  let isStopped = false;

  return {
    add: (entry: OutboxEntry) => {
      unstored.add(entry.clientId);
      // A recording exists nowhere else. The files of a draft are guarded since they were attached.
      if (entry.type === 'voice') unloadGuard.add(entry.clientId);
      addOutgoing(toOutgoing(entry, previews.urlOf(entry)));
    },
    remove: (clientId: ClientId) => {
      removeOutgoing(clientId);
      unloadGuard.remove(clientId);
      previews.release(clientId);
    },
    markStored: (clientId: ClientId, isLasting: boolean) => {
      unstored.delete(clientId);
      if (isLasting) unloadGuard.remove(clientId);
    },
    showStage: (clientId: ClientId, stage: Stage) => changeOutgoing(clientId, (message) => [{ ...message, ...stage }]),
    /** Renders the store again after another tab or a response has changed it. */
    refresh: async (): Promise<readonly OutboxEntry[]> => {
      const entries = await store.list(userId);
      if (isStopped) return [];
      const shownById = new Map(listOutgoing().map((message) => [message.clientId, message]));
      const stored = entries.map((entry) => toOutgoing(entry, previews.urlOf(entry), shownById.get(entry.clientId)));
      const storedIds = new Set(entries.map(({ clientId }) => clientId));
      const onlyHere = [...shownById.values()].filter(
        ({ clientId }) => unstored.has(clientId) && !storedIds.has(clientId),
      );
      setOutgoing([...stored, ...onlyHere]);
      for (const clientId of shownById.keys()) {
        if (!storedIds.has(clientId) && !unstored.has(clientId)) previews.release(clientId);
      }
      return entries;
    },
    stop: () => {
      isStopped = true;
      setOutgoing([]);
      previews.releaseAll();
    },
  };
}

function toOutgoing(entry: OutboxEntry, previewUrl: string | undefined, shown?: OutgoingMessage): OutgoingMessage {
  const { clientId, chatId, type, content, createdAt, replyTo, mentions, file, width, height, failure } = entry;
  const phase = shown?.phase === 'sending' ? 'sending' : 'waiting';
  return {
    clientId,
    chatId,
    type,
    content,
    createdAt,
    phase: failure === undefined ? phase : 'failed',
    progress: file ? (shown?.progress ?? 0) : null,
    ...(replyTo && { replyTo }),
    ...(mentions && { mentions }),
    ...(file && { size: file.size }),
    ...(previewUrl !== undefined && { previewUrl }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(entry.type === 'voice' && soundOf(entry)),
    ...(failure !== undefined && { reason: failure }),
  };
}

const soundOf = ({ durationMs = 0, waveform = [] }: OutboxEntry) => ({ durationMs, waveform });

/** The preview stays valid for this time, until the one from the server has replaced it on the screen. */
const releaseDelayMs = 60_000;

/** Object URLs for images and sounds that are not uploaded yet; revoked when the message is gone. */
function createPreviews() {
  const urlById = new Map<ClientId, string>();
  return {
    urlOf: ({ clientId, type, file }: OutboxEntry): string | undefined => {
      if (!file || (type !== 'image' && type !== 'voice')) return undefined;
      const url = urlById.get(clientId) ?? URL.createObjectURL(file);
      urlById.set(clientId, url);
      return url;
    },
    release: (clientId: ClientId) => {
      const url = urlById.get(clientId);
      urlById.delete(clientId);
      if (url !== undefined) setTimeout(() => URL.revokeObjectURL(url), releaseDelayMs);
    },
    releaseAll: () => {
      for (const url of urlById.values()) URL.revokeObjectURL(url);
      urlById.clear();
    },
  };
}
