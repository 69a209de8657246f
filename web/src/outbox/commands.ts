import { typeOfText, voiceMessageText } from '@chat-app/contract';
import type { ChatId, ClientId, Mention, Quote, UserId } from '@chat-app/contract';
import { notifyManager } from '@tanstack/react-query';
import { newClientId } from '../lib/client-id.ts';
import { removeAttachments } from '../state/attachments.ts';
import type { Attachment } from '../state/attachments.ts';
import type { UnsentMessage } from '../state/draft-records.ts';
import { beginSend, endSend, recoverSends } from '../state/drafts.ts';
import { endPlayback } from '../state/voice-playback.ts';
import type { Stage } from './delivery.ts';
import type { DraftFiles } from './draft-files.ts';
import { listOutgoing } from './outgoing.ts';
import type { OutgoingView } from './outgoing.ts';
import type { OutboxQueue } from './queue.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';

/** A message between tabs: the store has changed, or an entry that this tab sends has a new stage. */
export interface TabMessage {
  readonly userId: UserId;
  readonly stage?: Stage & { readonly clientId: ClientId };
}

export interface OutboxDeps {
  userId: UserId;
  store: OutboxStore;
  view: OutgoingView;
  queue: OutboxQueue;
  files: DraftFiles;
  notifyTabs: (message?: Omit<TabMessage, 'userId'>) => void;
}

/** A voice message before it is sent. */
export interface Recording {
  readonly file: File;
  readonly durationMs: number;
  readonly waveform: readonly number[];
}

/** One submit of the composer. */
interface Submission {
  content: string;
  attachments?: readonly Attachment[];
  recording?: Recording;
  /** The text of the draft as typed. */
  draftText?: string;
  /** Whom the content mentions. */
  mentions?: readonly Mention[] | undefined;
  /** What the first message of them replies to. */
  replyTo?: Quote | null;
}

/**
 * The user's actions on outgoing messages. At any moment a message is in the draft, in the record of its send or in the
 * outbox. A tab that closes in between leaves the record, and the next tab recovers it.
 */
export function createCommands(deps: OutboxDeps) {
  const { userId, store, view, queue, files, notifyTabs } = deps;
  /** Writes run one after the other, or a text could overtake the image before it. */
  let writing = recover(deps);
  let lastOrder = 0;
  const nextOrder = () => {
    // If the clock is set back, a new entry must still come after the waiting ones.
    lastOrder = Math.max(Date.now(), lastOrder + 1);
    return lastOrder;
  };
  const pushAll = (entries: readonly OutboxEntry[]) => {
    lastOrder = Math.max(lastOrder, entries.at(-1)?.order ?? 0);
    for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  };
  const remove = async (clientId: ClientId) => {
    await writing;
    await store.remove(clientId);
    // A message from another tab may have restored it in the view.
    await view.refresh();
    notifyTabs();
  };
  void writing.then(() => Promise.all([view.refresh().then(pushAll), files.refresh()]));

  return {
    send: (chatId: ChatId, submission: Submission) => {
      const entries = compose(submission).map((entry) => ({ ...entry, userId, chatId, order: nextOrder() }));
      const send = { chatId, draftText: submission.draftText ?? '', messages: entries.map(withoutFile) };
      beginSend(send);
      for (const entry of entries) view.add(entry);
      removeAttachments(
        chatId,
        entries.map(({ clientId }) => clientId),
      );
      writing = writing.then(() => storeEntries(deps, entries)).then(() => endSend(send));
    },
    retry: async (clientId: ClientId) => {
      const entry = await store.find(clientId);
      // The person has chosen to send it without its original, which is gone.
      const replyTo = entry?.replyTo?.isDeleted ? undefined : entry?.replyTo;
      // Upload an image again, because the server deletes unused uploads after a while.
      await store.update(clientId, { failure: undefined, uploadedUrl: undefined, replyTo });
      queue.reopen(clientId);
      notifyTabs();
      pushAll(await view.refresh());
      queue.wake();
    },
    discard: async (clientId: ClientId) => {
      view.remove(clientId);
      endPlayback(({ key }) => key === clientId);
      await remove(clientId);
      queue.abort(clientId);
      queue.wake();
    },
    confirm: async (clientId: ClientId) => {
      if (!listOutgoing().some((message) => message.clientId === clientId)) return;
      notifyManager.schedule(() => view.remove(clientId));
      await remove(clientId);
      queue.wake();
    },
  };
}

/** Removes the entries of other users, and sends what a tab left behind that closed during a send. */
async function recover({ userId, store }: OutboxDeps): Promise<void> {
  await store.removeWhere((owner) => owner.userId !== userId);
  for (const send of recoverSends()) {
    // The server deduplicates by clientId.
    await store.addAll(send.messages);
    endSend(send);
  }
}

async function storeEntries(
  { store, view, queue, notifyTabs }: OutboxDeps,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const isLasting = await store.addAll(entries);
  for (const { clientId } of entries) view.markStored(clientId, isLasting);
  for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  notifyTabs();
}

type Composed = Omit<OutboxEntry, 'userId' | 'chatId' | 'order'>;

/** One message per attachment, then one for the text. */
function compose({ replyTo = null, ...submission }: Submission): readonly Composed[] {
  const [first, ...others] = composeParts(submission);
  if (!first) return [];
  return [replyTo ? { ...first, replyTo } : first, ...others];
}

function composeParts({ content, mentions, recording, attachments = [] }: Submission): readonly Composed[] {
  const createdAt = new Date().toISOString();
  if (recording) {
    const clientId = newClientId();
    return [{ clientId, type: 'voice', content: voiceMessageText, createdAt, hasFile: true, ...recording }];
  }
  const messages = attachments.map(({ id, file, type, width, height }): Composed => {
    const size = width === undefined || height === undefined ? {} : { width, height };
    return { clientId: id, type, content: file.name, createdAt, hasFile: true, file, ...size };
  });
  if (content === '') return messages;
  const text = { clientId: newClientId(), type: typeOfText(content), content, createdAt };
  return [...messages, mentions ? { ...text, mentions } : text];
}

function withoutFile({ file: _file, ...row }: OutboxEntry): UnsentMessage {
  return row;
}
