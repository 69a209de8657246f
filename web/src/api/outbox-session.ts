import { messageToasts } from '@chat-app/contract';
import type { Message, UserId } from '@chat-app/contract';
import { notifyManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { askAfresh } from '../lib/ask-afresh.ts';
import { newClientId } from '../lib/client-id.ts';
import { openOutboxDatabase } from '../lib/outbox-database.ts';
import { createOutboxStore } from '../lib/outbox-store.ts';
import type { OutboxEntry } from '../lib/outbox-store.ts';
import { openTabChannel } from '../lib/tab-channel.ts';
import { withTabLock } from '../lib/tab-lock.ts';
import { noteSent } from '../state/notices.ts';
import { listOutgoing } from '../state/outbox.ts';
import { showToast } from '../state/toasts.ts';
import { chatListsKey } from './chats.ts';
import { onceInLog, receiveMessage } from './messages.live.ts';
import { deliver } from './outbox-delivery.ts';
import { createOutboxQueue } from './outbox-queue.ts';
import type { Stage } from './outbox-attempts.ts';
import { createOutboxView } from './outbox-view.ts';
import { endLostSession } from './session.ts';

/** What the person gives: the rest of an entry is made here. */
export type Written = Omit<OutboxEntry, 'clientId' | 'userId' | 'order' | 'createdAt' | 'uploadedUrl' | 'failure'>;

/** What one tab tells the others: the store has changed, or how far an entry is that it is sending. */
interface Told {
  readonly userId: UserId;
  readonly stage?: Stage & { readonly clientId: string };
}

interface OutboxParts {
  userId: UserId;
  store: ReturnType<typeof createOutboxStore>;
  view: ReturnType<typeof createOutboxView>;
  queue: ReturnType<typeof createOutboxQueue>;
  tellTabs: (told?: Omit<Told, 'userId'>) => void;
}

/** One person's outbox in this tab. */
export function createOutboxSession(client: QueryClient, userId: UserId) {
  const store = createOutboxStore(openOutboxDatabase);
  const view = createOutboxView(userId, store);
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
  const parts: OutboxParts = { userId, store, view, queue, tellTabs };
  let forgetting: Promise<void> = Promise.resolve();

  return {
    ...createCommands(parts),
    wake: queue.wake,
    /** Nothing of theirs stays behind. */
    forget: () => {
      queue.stop();
      forgetting = store.removeWhere((entry) => entry.userId === userId).then(() => tellTabs());
    },
    stop: () => {
      queue.stop();
      view.stop();
      void forgetting.finally(() => {
        channel.close();
        store.close();
      });
    },
  };
}

function createCommands({ userId, store, view, queue, tellTabs }: OutboxParts) {
  /** One after the other, or a text could overtake the picture before it. What others left behind goes first of all. */
  let storing: Promise<void> = store.removeWhere((entry) => entry.userId !== userId);
  let lastOrder = 0;
  const pushAll = (entries: readonly OutboxEntry[]) => {
    lastOrder = Math.max(lastOrder, entries.at(-1)?.order ?? 0);
    for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  };
  const keep = async (entry: OutboxEntry, before: Promise<void>) => {
    await before;
    await store.add(entry);
    view.noteStored(entry.clientId);
    queue.push(entry.chatId);
    tellTabs();
  };
  const remove = async (clientId: string) => {
    await storing;
    await store.remove(clientId);
    // Another tab may have had this one read it back in the meantime.
    await view.redraw();
    tellTabs();
  };
  void storing.then(view.redraw).then(pushAll);

  return {
    write: (written: Written) => {
      // A clock that was set back must not bring this before what is waiting already.
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      const createdAt = new Date().toISOString();
      const entry: OutboxEntry = { ...written, clientId: newClientId(), userId, order: lastOrder, createdAt };
      view.add(entry);
      storing = keep(entry, storing);
    },
    retry: async (clientId: string) => {
      // A picture is uploaded anew: the server keeps an unused one only for a while.
      await store.update(clientId, { failure: undefined, uploadedUrl: undefined });
      queue.reopen(clientId);
      tellTabs();
      pushAll(await view.redraw());
      queue.wake();
    },
    discard: async (clientId: string) => {
      view.remove(clientId);
      await remove(clientId);
      queue.abort(clientId);
      queue.wake();
    },
    settle: async (clientId: string) => {
      if (!listOutgoing().some((message) => message.clientId === clientId)) return;
      notifyManager.schedule(() => view.remove(clientId));
      await remove(clientId);
      queue.wake();
    },
  };
}

async function hear({ stage }: Told, { view, queue }: OutboxParts): Promise<void> {
  if (stage) {
    const { clientId, phase, progress } = stage;
    return view.showStage(clientId, { phase, progress });
  }
  const before = listOutgoing();
  const entries = await view.redraw();
  const left = new Set(entries.map(({ clientId }) => clientId));
  for (const { clientId } of before) if (!left.has(clientId)) queue.abort(clientId);
  // What another tab was told to try again must not be skipped here because it was refused here.
  for (const { clientId, failure } of entries) if (failure === undefined) queue.reopen(clientId);
  // Whichever tab gets the chat's lock sends; when it closes, the next goes on.
  for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  return queue.wake();
}

/** The message joins its chat and the entry goes in the same moment: no flicker, and never two bubbles. */
function takeOver(client: QueryClient, message: Message, removeEntry: () => void): void {
  notifyManager.batch(() => {
    receiveMessage(message, { client, refreshList: () => void askAfresh(client, chatListsKey) });
    // Behind a gap it joins only when what lies between has come.
    onceInLog(client, message, () => notifyManager.schedule(removeEntry));
  });
}

function failureToast({ type, file, uploadedUrl, failure }: OutboxEntry) {
  const isUpload = file && uploadedUrl === undefined;
  const { imageFailed, fileFailed, sendFailed } = messageToasts;
  const toast = isUpload ? (type === 'file' ? fileFailed : imageFailed) : sendFailed;
  return failure ? { ...toast, message: failure } : toast;
}
