import type { ChatId, ClientId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

/** A file that will be sent with the next message. */
export interface Attachment {
  readonly id: ClientId;
  readonly file: File;
  readonly type: 'image' | 'file';
  /** Increases with every attachment. */
  readonly order: number;
  /** Whether the file is stored and survives the tab. */
  readonly isStored: boolean;
  /** An object URL that shows an image before it is sent. */
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
}

type NewAttachment = Pick<Attachment, 'id' | 'file' | 'type' | 'order' | 'isStored'>;

interface Attachments {
  readonly byChat: Readonly<Record<ChatId, readonly Attachment[]>>;
}

const none: readonly Attachment[] = [];

const useAllAttachments = createSessionStore<Attachments>(
  () => ({ byChat: {} }),
  ({ byChat }) => Object.values(byChat).flat().forEach(release),
);

export function useAttachments(chatId: ChatId): readonly Attachment[] {
  return useAllAttachments(({ byChat }) => byChat[chatId] ?? none);
}

export function addAttachment(chatId: ChatId, attachment: NewAttachment): void {
  change(chatId, (attachments) => [...attachments, withPreview(attachment)]);
}

export function patchAttachment(
  chatId: ChatId,
  id: ClientId,
  patch: Partial<Pick<Attachment, 'width' | 'height' | 'isStored'>>,
): void {
  change(chatId, (attachments) => attachments.map((other) => (other.id === id ? { ...other, ...patch } : other)));
}

/** Removes attachments that are being sent or were discarded. */
export function removeAttachments(chatId: ChatId, ids: readonly ClientId[]): void {
  change(chatId, (attachments) => {
    attachments.filter(({ id }) => ids.includes(id)).forEach(release);
    return attachments.filter(({ id }) => !ids.includes(id));
  });
}

/**
 * Shows the stored attachments of a chat, which another tab may have changed, and those that this tab has not stored
 * yet. Returns the ones that were not shown before.
 */
export function setStoredAttachments(chatId: ChatId, stored: readonly NewAttachment[]): readonly Attachment[] {
  const shown = useAllAttachments.getState().byChat[chatId] ?? none;
  const storedIds = new Set(stored.map(({ id }) => id));
  const kept = shown.filter(({ id, isStored }) => storedIds.has(id) || !isStored);
  const added = stored.filter(({ id }) => !shown.some((other) => other.id === id)).map(withPreview);
  shown.filter((attachment) => !kept.includes(attachment)).forEach(release);
  change(chatId, () => [...kept, ...added].toSorted((a, b) => a.order - b.order));
  return added;
}

export function listChatsWithAttachments(): readonly ChatId[] {
  return Object.keys(useAllAttachments.getState().byChat) as ChatId[];
}

function change(chatId: ChatId, next: (attachments: readonly Attachment[]) => readonly Attachment[]): void {
  useAllAttachments.setState(({ byChat }) => ({ byChat: { ...byChat, [chatId]: next(byChat[chatId] ?? none) } }));
}

function withPreview(attachment: NewAttachment): Attachment {
  return attachment.type === 'image' ? { ...attachment, previewUrl: URL.createObjectURL(attachment.file) } : attachment;
}

function release({ previewUrl }: Attachment): void {
  if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl);
}
