import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import { newClientId } from '../lib/client-id.ts';
import { imageSize } from '../browser/image-file.ts';
import type { DraftFile, OutboxStore } from './store.ts';
import type { UnloadGuard } from '../browser/unload-guard.ts';
import {
  addAttachment,
  listChatsWithAttachments,
  patchAttachment,
  removeAttachments,
  setStoredAttachments,
} from '../state/attachments.ts';
import type { Attachment } from '../state/attachments.ts';
import { onDraftDiscarded } from '../state/drafts.ts';
import { listOutgoing } from './outgoing.ts';

interface DraftFilesDeps {
  userId: UserId;
  store: OutboxStore;
  unloadGuard: UnloadGuard;
  notifyTabs: () => void;
}

export type DraftFiles = ReturnType<typeof createDraftFiles>;

/** The files of unsent drafts: shown at once, stored in the background. */
export function createDraftFiles({ userId, store, unloadGuard, notifyTabs }: DraftFilesDeps) {
  let isStopped = false;
  let lastOrder = 0;

  const refresh = async () => {
    const files = await store.listFiles(userId);
    if (isStopped) return;
    // Some of them may have been sent since they were read.
    const sending = new Set(listOutgoing().map(({ clientId }) => clientId));
    const drafts = files.filter(({ clientId }) => !sending.has(clientId));
    for (const chatId of new Set([...listChatsWithAttachments(), ...drafts.map((draft) => draft.chatId)])) {
      const stored = drafts.filter((draft) => draft.chatId === chatId).map((draft) => toAttachment(draft, true));
      for (const added of setStoredAttachments(chatId, stored)) void measure(chatId, added);
    }
  };
  const storeFile = async (draft: DraftFile) => {
    unloadGuard.add(draft.clientId);
    if (!(await store.putFile(draft))) return;
    unloadGuard.remove(draft.clientId);
    patchAttachment(draft.chatId, draft.clientId, { isStored: true });
    notifyTabs();
  };
  const remove = async (clientIds: readonly ClientId[]) => {
    await Promise.all(clientIds.map(store.removeFile));
    // A concurrent refresh may have restored them.
    await refresh();
    notifyTabs();
  };
  const stopDiscarding = onDraftDiscarded(async (discardedId) => {
    const files = await store.listFiles(userId);
    await remove(files.filter(({ chatId }) => chatId === discardedId).map(({ clientId }) => clientId));
  });

  return {
    refresh,
    attach: (chatId: ChatId, file: File, type: Attachment['type']) => {
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      const draft = { clientId: newClientId(), userId, chatId, order: lastOrder, type, file };
      const attachment = toAttachment(draft, false);
      addAttachment(chatId, attachment);
      void measure(chatId, attachment);
      void storeFile(draft);
    },
    detach: (chatId: ChatId, clientId: ClientId) => {
      removeAttachments(chatId, [clientId]);
      unloadGuard.remove(clientId);
      void remove([clientId]);
    },
    stop: () => {
      isStopped = true;
      stopDiscarding();
    },
  };
}

function toAttachment({ clientId, file, type, order }: DraftFile, isStored: boolean) {
  return { id: clientId, file, type, order, isStored };
}

async function measure(chatId: ChatId, { id, file, type }: Pick<Attachment, 'id' | 'file' | 'type'>): Promise<void> {
  const size = type === 'image' ? await imageSize(file) : null;
  if (size) patchAttachment(chatId, id, size);
}
