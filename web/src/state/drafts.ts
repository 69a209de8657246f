import type { ChatId, UserId } from '@chat-app/contract';
import { create } from 'zustand';
import { onSessionEnd } from './session-end.ts';

/** A file that is to go with the next message. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
  readonly type: 'image' | 'file';
  /** Shows a picture before it is sent. */
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
}

interface Drafts {
  readonly attachmentsByChat: Readonly<Record<ChatId, readonly Attachment[]>>;
}

const prefix = 'chat-app.draft.';
const none: readonly Attachment[] = [];

const useDrafts = create<Drafts>(() => ({ attachmentsByChat: {} }));

onSessionEnd(forgetDrafts);

const draftKey = (userId: UserId, chatId: ChatId) => `${prefix}${userId}.${chatId}`;

/** What was typed in a chat and not sent; it outlives a reload. */
export function readDraft(userId: UserId, chatId: ChatId): string {
  try {
    return localStorage.getItem(draftKey(userId, chatId)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(userId: UserId, chatId: ChatId, text: string): void {
  try {
    if (text === '') localStorage.removeItem(draftKey(userId, chatId));
    else localStorage.setItem(draftKey(userId, chatId), text);
  } catch {
    // Storage is full or forbidden: the draft then lasts as long as the chat is open.
  }
}

export function useAttachments(chatId: ChatId): readonly Attachment[] {
  return useDrafts(({ attachmentsByChat }) => attachmentsByChat[chatId] ?? none);
}

export function addAttachment(chatId: ChatId, attachment: Attachment): void {
  change(chatId, (attachments) => [...attachments, attachment]);
}

export function patchAttachment(chatId: ChatId, id: string, size: Pick<Attachment, 'width' | 'height'>): void {
  change(chatId, (attachments) => attachments.map((other) => (other.id === id ? { ...other, ...size } : other)));
}

export function removeAttachment(chatId: ChatId, id: string): void {
  change(chatId, (attachments) => {
    attachments.filter((other) => other.id === id).forEach(release);
    return attachments.filter((other) => other.id !== id);
  });
}

/** Takes all of them out, to be sent. */
export function takeAttachments(chatId: ChatId): readonly Attachment[] {
  const taken = useDrafts.getState().attachmentsByChat[chatId] ?? none;
  change(chatId, () => none);
  taken.forEach(release);
  return taken;
}

function forgetDrafts(): void {
  Object.values(useDrafts.getState().attachmentsByChat).flat().forEach(release);
  useDrafts.setState({ attachmentsByChat: {} });
  removeTexts(() => true);
}

/** What somebody left here whose session ended while nobody looked. */
export function forgetDraftsOfOthers(userId: UserId): void {
  removeTexts((key) => !key.startsWith(`${prefix}${userId}.`));
}

/** The chat is gone, and with it what was to be said there. */
export function forgetDraftsOfChat(chatId: ChatId): void {
  removeTexts((key) => key.endsWith(`.${chatId}`));
}

function removeTexts(isUnwanted: (key: string) => boolean): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) if (isUnwanted(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept where nothing can be read.
  }
}

function change(chatId: ChatId, next: (attachments: readonly Attachment[]) => readonly Attachment[]): void {
  useDrafts.setState(({ attachmentsByChat }) => ({
    attachmentsByChat: { ...attachmentsByChat, [chatId]: next(attachmentsByChat[chatId] ?? none) },
  }));
}

function release({ previewUrl }: Attachment): void {
  if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl);
}
