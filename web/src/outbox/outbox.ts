import { messageToasts } from '@chat-app/contract';
import type { ChatId, ClientId, Mention, Message, Quote, UserId } from '@chat-app/contract';
import { notifyManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { chatListsKey } from '../api/chats.ts';
import { onceLogCovers, receiveMessage } from '../api/messages.live.ts';
import { endLostSession } from '../api/session.ts';
import { onWake } from '../browser/page.ts';
import { createUnloadGuard } from '../browser/unload-guard.ts';
import { ApiError } from '../lib/api-error.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import type { Attachment } from '../state/attachments.ts';
import { useConnection } from '../state/connection.ts';
import { followDrafts } from '../state/drafts.ts';
import { markFirstSent } from '../state/notification-settings.ts';
import { onSessionEnd } from '../state/session-state.ts';
import { showToast } from '../state/toasts.ts';
import { endPlayback } from '../state/voice-playback.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';
import { withTabLock } from '../tabs/tab-lock.ts';
import { createCommands } from './commands.ts';
import type { OutboxDeps, Recording, TabMessage } from './commands.ts';
import { openOutboxDatabase } from './database.ts';
import { deliver } from './delivery.ts';
import { createDraftFiles } from './draft-files.ts';
import { createOutgoingView, listOutgoing } from './outgoing.ts';
import { createOutboxQueue } from './queue.ts';
import { createOutboxStore } from './store.ts';
import type { OutboxEntry } from './store.ts';

/** What the composer of a chat holds. */
interface Draft {
  /** As typed, and as it is sent. */
  readonly text: string;
  readonly content: string;
  readonly mentions?: readonly Mention[] | undefined;
  readonly attachments: readonly Attachment[];
  readonly replyTo: Quote | null;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** The outbox of the signed-in user, provided by the verified routes. */
export const OutboxContext = createContext<Outbox | null>(null);

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (outbox === null) throw new Error('There is no outbox without a verified user');
  return outbox;
}

/** The messages that a user sends from this browser. Before `start` and after it was stopped, nothing is sent. */
export function createOutbox(client: QueryClient, userId: UserId) {
  let session: ReturnType<typeof createSession> | null = null;
  return {
    /** Starts sending, beginning with the messages that were left unsent before. Returns a disposer. */
    start: (): (() => void) => {
      const stopDrafts = followDrafts(userId);
      const started = createSession(client, userId);
      session = started;
      const stops = [
        stopDrafts,
        onSessionEnd(started.removeAll),
        onWake(started.wake),
        useConnection.subscribe(({ phase }, before) => {
          if (phase === 'connected' && before.phase !== 'connected') started.wake();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        started.stop();
        session = null;
      };
    },
    sendText: (chatId: ChatId, content: string, replyTo: Quote | null = null): void =>
      session?.send(chatId, { content, replyTo }),
    /** Sends the draft of a chat: each attachment as a separate message, then the text. */
    sendDraft: (chatId: ChatId, { text, content, mentions, attachments, replyTo }: Draft): void =>
      session?.send(chatId, { content, mentions, attachments, draftText: text, replyTo }),
    /** Sends a recording as a message of its own. The draft stays. */
    sendVoice: (chatId: ChatId, recording: Recording, replyTo: Quote | null): void =>
      session?.send(chatId, { content: '', recording, replyTo }),
    /** Adds a file to the draft. It is stored until the draft is sent. */
    attachFile: (chatId: ChatId, file: File, type: Attachment['type']): void => session?.attach(chatId, file, type),
    detachFile: (chatId: ChatId, id: ClientId): void => session?.detach(chatId, id),
    /** Retries a rejected message. */
    retry: (clientId: ClientId): void => void session?.retry(clientId),
    /** Discards a message that the server does not have yet, and aborts a running upload. */
    discard: (clientId: ClientId): void => void session?.discard(clientId),
    /** Removes a message that has arrived at the server. */
    confirm: (clientId: ClientId): void => void session?.confirm(clientId),
  };
}

/** The parts of a started outbox. */
function createSession(client: QueryClient, userId: UserId) {
  const store = createOutboxStore(openOutboxDatabase);
  const unloadGuard = createUnloadGuard();
  const view = createOutgoingView(userId, store, unloadGuard);
  const channel = openTabChannel<TabMessage>('chat-app.outbox', (message) => {
    if (message.userId === userId) void handleTabMessage(message, deps);
  });
  const notifyTabs: OutboxDeps['notifyTabs'] = (message = {}) => channel.post({ userId, ...message });
  const queue = createOutboxQueue({
    userId,
    store,
    deliver,
    withLock: withTabLock,
    onStage: (clientId, stage) => {
      view.showStage(clientId, stage);
      notifyTabs({ stage: { clientId, ...stage } });
    },
    onStored: (message) => receive(client, message),
    onSent: (clientId, message) => {
      onceLogCovers(client, message, () => notifyManager.schedule(() => view.remove(clientId)));
      markFirstSent();
      notifyTabs();
    },
    onLate: (clientId, message) => {
      receive(client, message);
      onceLogCovers(client, message, () => void commands.confirm(clientId));
    },
    onDeleted: (clientId) => {
      view.remove(clientId);
      endPlayback(({ key }) => key === clientId);
      notifyTabs();
    },
    onRejected: (entry, error) => {
      if (error instanceof ApiError && error.code === 'unauthenticated') return endLostSession(client);
      showToast(failureToast(entry));
      void view.refresh();
      return notifyTabs();
    },
  });
  const files = createDraftFiles({ userId, store, unloadGuard, notifyTabs });
  const deps: OutboxDeps = { userId, store, view, queue, files, notifyTabs };
  const commands = createCommands(deps);
  let removing: Promise<void> = Promise.resolve();

  return {
    ...commands,
    attach: files.attach,
    detach: files.detach,
    wake: queue.wake,
    /** Deletes all entries of this user. */
    removeAll: () => {
      queue.stop();
      removing = store.removeWhere((entry) => entry.userId === userId).then(() => notifyTabs());
    },
    stop: () => {
      queue.stop();
      view.stop();
      files.stop();
      unloadGuard.clear();
      void removing.finally(() => {
        channel.close();
        store.close();
      });
    },
  };
}

async function handleTabMessage({ stage }: TabMessage, { view, queue, files }: OutboxDeps): Promise<void> {
  if (stage) {
    const { clientId, phase, progress } = stage;
    return view.showStage(clientId, { phase, progress });
  }
  const before = listOutgoing();
  const entries = await view.refresh();
  void files.refresh();
  const left = new Set(entries.map(({ clientId }) => clientId));
  for (const { clientId } of before) if (!left.has(clientId)) queue.abort(clientId);
  // An entry that another tab retries must not be skipped here because it was rejected here.
  for (const { clientId, failure } of entries) if (failure === undefined) queue.reopen(clientId);
  // The tab that holds the chat's lock sends. When it closes, the next tab continues.
  for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  return queue.wake();
}

/** Adds the message to its chat, where it replaces the entry with the same `clientId`. */
function receive(client: QueryClient, message: Message): void {
  receiveMessage(message, { client, refreshList: () => void refetchAfterCurrent(client, chatListsKey) });
}

function failureToast({ type, file, uploadedUrl, failure }: OutboxEntry) {
  const isUpload = file && type !== 'voice' && uploadedUrl === undefined;
  const { imageFailed, fileFailed, sendFailed } = messageToasts;
  const toast = isUpload ? (type === 'file' ? fileFailed : imageFailed) : sendFailed;
  return failure ? { ...toast, message: failure } : toast;
}
