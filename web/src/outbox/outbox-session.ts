import { messageToasts } from '@chat-app/contract';
import type { Message, UserId } from '@chat-app/contract';
import { notifyManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { askAfresh } from '../lib/ask-afresh.ts';
import { openOutboxDatabase } from './database.ts';
import { createOutboxStore } from './store.ts';
import type { OutboxEntry } from './store.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';
import { withTabLock } from '../tabs/tab-lock.ts';
import { createUnloadGuard } from '../browser/unload-guard.ts';
import { noteSent } from '../state/notices.ts';
import { listOutgoing } from './outgoing.ts';
import { showToast } from '../state/toasts.ts';
import { chatListsKey } from '../api/chats.ts';
import { onceInLog, receiveMessage } from '../api/messages.live.ts';
import { createDraftFiles } from './draft-files.ts';
import { createCommands } from './commands.ts';
import { deliver } from './delivery.ts';
import { createOutboxQueue } from './queue.ts';
import type { OutboxParts, Told } from './outbox-parts.ts';
import { createOutboxView } from './view.ts';
import { endLostSession } from '../api/session.ts';

/** The outbox of one user in this tab. */
export function createOutboxSession(client: QueryClient, userId: UserId) {
  const store = createOutboxStore(openOutboxDatabase);
  const unloadGuard = createUnloadGuard();
  const view = createOutboxView(userId, store, unloadGuard);
  const channel = openTabChannel<Told>('chat-app.outbox', (told) => {
    if (told.userId === userId) void hear(told, parts);
  });
  const tellTabs: OutboxParts['tellTabs'] = (told = {}) => channel.tell({ userId, ...told });
  const queue = createOutboxQueue({
    userId,
    store,
    deliver,
    withLock: withTabLock,
    onStage: (clientId, stage) => {
      view.showStage(clientId, stage);
      tellTabs({ stage: { clientId, ...stage } });
    },
    onSent: (clientId, message) => {
      takeOver(client, message, () => view.remove(clientId));
      noteSent();
      tellTabs();
    },
    onGone: (clientId) => {
      view.remove(clientId);
      tellTabs();
    },
    onRefused: (entry, error) => {
      if (error instanceof ApiError && error.code === 'unauthenticated') return endLostSession(client);
      showToast(failureToast(entry));
      void view.redraw();
      return tellTabs();
    },
  });
  const files = createDraftFiles({ userId, store, unloadGuard, tellTabs });
  const parts: OutboxParts = { userId, store, view, queue, files, tellTabs };
  let forgetting: Promise<void> = Promise.resolve();

  return {
    ...createCommands(parts),
    attach: files.attach,
    detach: files.detach,
    wake: queue.wake,
    /** Deletes all entries of this user. */
    forget: () => {
      queue.stop();
      forgetting = store.removeWhere((entry) => entry.userId === userId).then(() => tellTabs());
    },
    stop: () => {
      queue.stop();
      view.stop();
      files.stop();
      unloadGuard.clear();
      void forgetting.finally(() => {
        channel.close();
        store.close();
      });
    },
  };
}

async function hear({ stage }: Told, { view, queue, files }: OutboxParts): Promise<void> {
  if (stage) {
    const { clientId, phase, progress } = stage;
    return view.showStage(clientId, { phase, progress });
  }
  const before = listOutgoing();
  const entries = await view.redraw();
  void files.refresh();
  const left = new Set(entries.map(({ clientId }) => clientId));
  for (const { clientId } of before) if (!left.has(clientId)) queue.abort(clientId);
  // An entry that another tab retries must not be skipped here because it was rejected here.
  for (const { clientId, failure } of entries) if (failure === undefined) queue.reopen(clientId);
  // The tab that holds the chat's lock sends. When it closes, the next tab continues.
  for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  return queue.wake();
}

/** Adds the message to its chat and removes the entry in one batch, so that nothing flickers or shows twice. */
function takeOver(client: QueryClient, message: Message, removeEntry: () => void): void {
  notifyManager.batch(() => {
    receiveMessage(message, { client, refreshList: () => void askAfresh(client, chatListsKey) });
    // If messages before it are missing, it is added only after they have arrived.
    onceInLog(client, message, () => notifyManager.schedule(removeEntry));
  });
}

function failureToast({ type, file, uploadedUrl, failure }: OutboxEntry) {
  const isUpload = file && uploadedUrl === undefined;
  const { imageFailed, fileFailed, sendFailed } = messageToasts;
  const toast = isUpload ? (type === 'file' ? fileFailed : imageFailed) : sendFailed;
  return failure ? { ...toast, message: failure } : toast;
}
