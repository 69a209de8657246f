import { type ClientId, typeOfText } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { notifyManager } from '@tanstack/react-query';
import { newClientId } from '../lib/client-id.ts';
import type { OutboxEntry, OutboxRow } from '../lib/outbox-store.ts';
import { removeAttachments } from '../state/attachments.ts';
import type { Attachment } from '../state/attachments.ts';
import { beginSend, endSend, recoverSends } from '../state/drafts.ts';
import { listOutgoing } from '../state/outbox.ts';
import type { OutboxParts } from './outbox-parts.ts';

/** What the person sends in one go. */
interface Written {
  content: string;
  attachments?: readonly Attachment[];
  /** The draft that this takes, as it was typed. */
  draftText?: string;
}

/**
 * What the person does with messages. A sent message is at every moment in the draft, in the record of its send or in the
 * outbox; a tab that ends in between leaves a record, which the next one recovers.
 */
export function createCommands(parts: OutboxParts) {
  const { userId, store, view, queue, files, tellTabs } = parts;
  /** One after the other, or a text could overtake the picture before it. */
  let storing = recover(parts);
  let lastOrder = 0;
  const nextOrder = () => {
    // A clock that was set back must not bring this before what is waiting already.
    lastOrder = Math.max(Date.now(), lastOrder + 1);
    return lastOrder;
  };
  const pushAll = (entries: readonly OutboxEntry[]) => {
    lastOrder = Math.max(lastOrder, entries.at(-1)?.order ?? 0);
    for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  };
  const remove = async (clientId: ClientId) => {
    await storing;
    await store.remove(clientId);
    // Another tab may have had this one read it back in the meantime.
    await view.redraw();
    tellTabs();
  };
  void storing.then(() => Promise.all([view.redraw().then(pushAll), files.refresh()]));

  return {
    send: (chatId: ChatId, written: Written) => {
      const entries = compose(written).map((entry) => ({ ...entry, userId, chatId, order: nextOrder() }));
      const send = { chatId, draftText: written.draftText ?? '', messages: entries.map(withoutFile) };
      beginSend(send);
      for (const entry of entries) view.add(entry);
      removeAttachments(
        chatId,
        entries.map(({ clientId }) => clientId),
      );
      storing = keep(parts, entries, storing).then(() => endSend(send));
    },
    retry: async (clientId: ClientId) => {
      // A picture is uploaded again: the server keeps an unused one only for a while.
      await store.update(clientId, { failure: undefined, uploadedUrl: undefined });
      queue.reopen(clientId);
      tellTabs();
      pushAll(await view.redraw());
      queue.wake();
    },
    discard: async (clientId: ClientId) => {
      view.remove(clientId);
      await remove(clientId);
      queue.abort(clientId);
      queue.wake();
    },
    settle: async (clientId: ClientId) => {
      if (!listOutgoing().some((message) => message.clientId === clientId)) return;
      notifyManager.schedule(() => view.remove(clientId));
      await remove(clientId);
      queue.wake();
    },
  };
}

/** Nothing of somebody else stays, and what a tab that ended in the middle of a send left behind is sent after all. */
async function recover({ userId, store }: OutboxParts): Promise<void> {
  await store.removeWhere((owner) => owner.userId !== userId);
  for (const send of recoverSends()) {
    // The server recognises by its clientId what it has already.
    await store.addAll(send.messages);
    endSend(send);
  }
}

async function keep(
  { store, view, queue, tellTabs }: OutboxParts,
  entries: readonly OutboxEntry[],
  before: Promise<void>,
): Promise<void> {
  await before;
  const isLasting = await store.addAll(entries);
  for (const { clientId } of entries) view.noteStored(clientId, isLasting);
  for (const chatId of new Set(entries.map((entry) => entry.chatId))) queue.push(chatId);
  tellTabs();
}

type Composed = Omit<OutboxEntry, 'userId' | 'chatId' | 'order'>;

/** One message for each attachment, then one for the text. */
function compose({ content, attachments = [] }: Written): readonly Composed[] {
  const createdAt = new Date().toISOString();
  const messages = attachments.map(({ id, file, type, width, height }): Composed => {
    const size = width === undefined || height === undefined ? {} : { width, height };
    return { clientId: id, type, content: file.name, createdAt, hasFile: true, file, ...size };
  });
  if (content === '') return messages;
  return [...messages, { clientId: newClientId(), type: typeOfText(content), content, createdAt }];
}

function withoutFile({ file: _file, ...row }: OutboxEntry): OutboxRow {
  return row;
}
