import { ChatId } from '@chat-app/contract';

/** The URL contains the open chat, so that reload and the Back button work. */
export const chatPath = (chatId: ChatId) => `/chat/${chatId}`;

/** The chat that a path opens; null for every other path. */
export function chatIdAt(pathname: string): ChatId | null {
  const [, id] = /^\/chat\/([^/]+)\/?$/.exec(pathname) ?? [];
  return ChatId.safeParse(id).data ?? null;
}

/** The open chat, for code outside of React. */
export function openChatId(): ChatId | null {
  return chatIdAt(window.location.pathname);
}

/** The path of a call, which opens in a separate window. */
export const callPath = (chatId: ChatId, { isGroup }: { isGroup: boolean }) =>
  `/${isGroup ? 'voice-call-group' : 'voice-call'}/${chatId}`;

export const endCallPath = '/end-call';

/** Whether this window was opened for a call. It neither opens chats nor shows notifications. */
export const isCallWindow = () => isCallPath(window.location.pathname);

export function isCallPath(pathname: string): boolean {
  return /^\/(?:voice-call(?:-group)?\/|end-call)/.test(pathname);
}
