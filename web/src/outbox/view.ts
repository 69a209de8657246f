import type { ClientId, UserId } from '@chat-app/contract';
import type { OutboxEntry, OutboxStore } from './store.ts';
import { addOutgoing, changeOutgoing, listOutgoing, removeOutgoing, setOutgoing } from './outgoing.ts';
import type { OutgoingMessage } from './outgoing.ts';
import type { UnloadGuard } from '../browser/unload-guard.ts';
import type { Stage } from './attempts.ts';

/** Shows the entries of the store as outgoing messages in this tab. */
export function createOutboxView(userId: UserId, store: OutboxStore, unloadGuard: UnloadGuard) {
  const previews = createPreviews();
  /** Entries of this tab that may not be in the store yet. */
  const unstored = new Set<ClientId>();
  let isOver = false;

  return {
    add: (entry: OutboxEntry) => {
      unstored.add(entry.clientId);
      addOutgoing(draw(entry, previews.urlOf(entry)));
    },
    remove: (clientId: ClientId) => {
      removeOutgoing(clientId);
      unloadGuard.remove(clientId);
      previews.giveBack(clientId);
    },
    noteStored: (clientId: ClientId, isLasting: boolean) => {
      unstored.delete(clientId);
      if (isLasting) unloadGuard.remove(clientId);
    },
    showStage: (clientId: ClientId, stage: Stage) => changeOutgoing(clientId, (message) => [{ ...message, ...stage }]),
    /** Renders the store again after another tab or a response has changed it. */
    redraw: async (): Promise<readonly OutboxEntry[]> => {
      const entries = await store.list(userId);
      if (isOver) return [];
      const shownById = new Map(listOutgoing().map((message) => [message.clientId, message]));
      const stored = entries.map((entry) => draw(entry, previews.urlOf(entry), shownById.get(entry.clientId)));
      const storedIds = new Set(entries.map(({ clientId }) => clientId));
      const onlyHere = [...shownById.values()].filter(
        ({ clientId }) => unstored.has(clientId) && !storedIds.has(clientId),
      );
      setOutgoing([...stored, ...onlyHere]);
      for (const clientId of shownById.keys()) {
        if (!storedIds.has(clientId) && !unstored.has(clientId)) previews.giveBack(clientId);
      }
      return entries;
    },
    stop: () => {
      isOver = true;
      setOutgoing([]);
      previews.giveBackAll();
    },
  };
}

function draw(entry: OutboxEntry, previewUrl: string | undefined, shown?: OutgoingMessage): OutgoingMessage {
  const { clientId, chatId, type, content, createdAt, file, width, height, failure } = entry;
  const phase = shown?.phase === 'sending' ? 'sending' : 'waiting';
  return {
    clientId,
    chatId,
    type,
    content,
    createdAt,
    phase: failure === undefined ? phase : 'failed',
    progress: file ? (shown?.progress ?? 0) : null,
    ...(file && { size: file.size }),
    ...(previewUrl !== undefined && { previewUrl }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(failure !== undefined && { reason: failure }),
  };
}

/** The preview stays valid for this time, until the image from the server has replaced it on the screen. */
const shownOnMs = 60_000;

/** Object URLs for images that are not uploaded yet; revoked when the image is gone. */
function createPreviews() {
  const urlById = new Map<ClientId, string>();
  return {
    urlOf: ({ clientId, type, file }: OutboxEntry): string | undefined => {
      if (type !== 'image' || !file) return undefined;
      const url = urlById.get(clientId) ?? URL.createObjectURL(file);
      urlById.set(clientId, url);
      return url;
    },
    giveBack: (clientId: ClientId) => {
      const url = urlById.get(clientId);
      urlById.delete(clientId);
      if (url !== undefined) setTimeout(() => URL.revokeObjectURL(url), shownOnMs);
    },
    giveBackAll: () => {
      for (const url of urlById.values()) URL.revokeObjectURL(url);
      urlById.clear();
    },
  };
}
