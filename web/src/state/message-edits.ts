import type { ChatId, Message } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

/** A message of the user that is being edited, and its new text. */
interface MessageEdit {
  readonly message: Message;
  /** What it said when the edit began. */
  readonly content: string;
  /** The text in the field, with names in place of ids; null before the first change. */
  readonly text: string | null;
}

const useEdits = createSessionStore<{ editByChat: Readonly<Record<ChatId, MessageEdit | undefined>> }>(() => ({
  editByChat: {},
}));

/** The edit in this chat, or null. */
export function useMessageEdit(chatId: ChatId): MessageEdit | null {
  return useEdits(({ editByChat }) => editByChat[chatId] ?? null);
}

export function beginEdit(message: Message): void {
  setEdit(message.chatId, { message, content: message.content, text: null });
}

/** Returns to an edit that could not be saved, unless another one has begun. */
export function resumeEdit(message: Message, content: string): void {
  const { chatId } = message;
  if (!useEdits.getState().editByChat[chatId]) setEdit(chatId, { message, content, text: null });
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
