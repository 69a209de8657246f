import type { ChatId } from '@chat-app/contract';
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

interface Attachments {
  readonly byChat: Readonly<Record<ChatId, readonly Attachment[]>>;
}

const none: readonly Attachment[] = [];

const useAllAttachments = create<Attachments>(() => ({ byChat: {} }));

onSessionEnd(() => {
  Object.values(useAllAttachments.getState().byChat).flat().forEach(release);
  useAllAttachments.setState({ byChat: {} });
});

export function useAttachments(chatId: ChatId): readonly Attachment[] {
  return useAllAttachments(({ byChat }) => byChat[chatId] ?? none);
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
  const taken = useAllAttachments.getState().byChat[chatId] ?? none;
  change(chatId, () => none);
  taken.forEach(release);
  return taken;
}

function change(chatId: ChatId, next: (attachments: readonly Attachment[]) => readonly Attachment[]): void {
  useAllAttachments.setState(({ byChat }) => ({ byChat: { ...byChat, [chatId]: next(byChat[chatId] ?? none) } }));
}

function release({ previewUrl }: Attachment): void {
  if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl);
}
