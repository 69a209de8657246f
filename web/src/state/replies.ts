import { quotedContent } from '@chat-app/contract';
import type { ChatId, Message, Quote } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

const useReplies = createSessionStore<{ quoteByChat: Readonly<Record<ChatId, Quote | undefined>> }>(() => ({
  quoteByChat: {},
}));

/** What the next message in this chat replies to, or null. */
export function useReply(chatId: ChatId): Quote | null {
  return useReplies(({ quoteByChat }) => quoteByChat[chatId] ?? null);
}

/** The same outside of rendering. */
export const currentReply = (chatId: ChatId): Quote | null => useReplies.getState().quoteByChat[chatId] ?? null;

export function beginReply(message: Message): void {
  setReply(message.chatId, quoteOf(message));
}

export function endReply(chatId: ChatId): void {
  setReply(chatId, undefined);
}

function setReply(chatId: ChatId, quote: Quote | undefined): void {
  useReplies.setState(({ quoteByChat }) => ({ quoteByChat: { ...quoteByChat, [chatId]: quote } }));
}

/** System messages cannot be replied to. */
export const canReplyTo = ({ sender }: Message) => sender !== null;

/** What the server will show of it in a reply. */
function quoteOf(message: Message): Quote {
  const { _id, seq, sender, type } = message;
  const author = sender && { _id: sender._id, name: sender.name };
  return { _id, seq, sender: author, type, content: quotedContent(message), isDeleted: false };
}
