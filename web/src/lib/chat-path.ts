import { ChatId } from '@chat-app/contract';
import { useLocation } from 'react-router';

/** The open chat lives in the address, so that reload and the back button work. */
export const chatPath = (chatId: ChatId) => `/chat/${chatId}`;

/** The chat that an address opens; null for every other address. */
export function chatIdAt(pathname: string): ChatId | null {
  const [, id] = /^\/chat\/([^/]+)\/?$/.exec(pathname) ?? [];
  return ChatId.safeParse(id).data ?? null;
}

export function useOpenChatId(): ChatId | null {
  return chatIdAt(useLocation().pathname);
}

/** The same for what lives outside of React. */
export function openChatId(): ChatId | null {
  return chatIdAt(window.location.pathname);
}
