import { ChatId } from '@chat-app/contract';
import { useLocation } from 'react-router';

/** The URL contains the open chat, so that reload and the Back button work. */
export const chatPath = (chatId: ChatId) => `/chat/${chatId}`;

/** The chat that a path opens; null for every other path. */
export function chatIdAt(pathname: string): ChatId | null {
  const [, id] = /^\/chat\/([^/]+)\/?$/.exec(pathname) ?? [];
  return ChatId.safeParse(id).data ?? null;
}

export function useOpenChatId(): ChatId | null {
  return chatIdAt(useLocation().pathname);
}

/** The open chat, for code outside of React. */
export function openChatId(): ChatId | null {
  return chatIdAt(window.location.pathname);
}
