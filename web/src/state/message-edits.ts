import type { ChatId, Message, MessageId } from '@chat-app/contract';
import { hasDraft } from './drafts.ts';
import { createSessionStore } from './session-state.ts';

/** A message of the user that is being edited, and its new text. */
interface MessageEdit {
  readonly message: Message;
  /** What it said when the edit began. */
  readonly content: string;
  /** The text in the field, with names in place of ids; null before the first change. */
  readonly text: string | null;
}

interface Edits {
  readonly editByChat: Readonly<Record<ChatId, MessageEdit | undefined>>;
  /** New contents that could not be saved while something else was written. */
  readonly failedById: Readonly<Record<MessageId, string | undefined>>;
}

const useEdits = createSessionStore<Edits>(() => ({ editByChat: {}, failedById: {} }));

/** The edit in this chat, or null. */
export function useMessageEdit(chatId: ChatId): MessageEdit | null {
  return useEdits(({ editByChat }) => editByChat[chatId] ?? null);
}

export function beginEdit(message: Message): void {
  const failed = useEdits.getState().failedById[message._id];
  setFailed(message._id, undefined);
  setEdit(message.chatId, { message, content: failed ?? message.content, text: null });
}

/** Returns to an edit that could not be saved. While something else is written, it waits for the next edit. */
export function resumeEdit(message: Message, content: string): void {
  const { chatId } = message;
  if (hasDraft(chatId) || useEdits.getState().editByChat[chatId]) setFailed(message._id, content);
  else setEdit(chatId, { message, content, text: null });
}

function setFailed(messageId: MessageId, content: string | undefined): void {
  useEdits.setState(({ failedById }) => ({ failedById: { ...failedById, [messageId]: content } }));
}

export function setEditText(chatId: ChatId, text: string): void {
  const edit = useEdits.getState().editByChat[chatId];
  if (edit) setEdit(chatId, { ...edit, text });
}

export function endEdit(chatId: ChatId): void {
  setEdit(chatId, undefined);
}

function setEdit(chatId: ChatId, edit: MessageEdit | undefined): void {
  useEdits.setState(({ editByChat }) => ({ editByChat: { ...editByChat, [chatId]: edit } }));
}

/** Only the user's own texts and emoji can be edited: a forwarded text is that of somebody else. */
export function isEditable({ sender, type, forwardedFrom }: Message): boolean {
  return (sender?.isMine ?? false) && (type === 'text' || type === 'emoji') && forwardedFrom === undefined;
}
