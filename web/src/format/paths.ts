import { ChatId, MessageId } from '@chat-app/contract';

/** The URL contains the open chat, so that reload and the Back button work. */
export const chatPath = (chatId: ChatId) => `/chat/${chatId}`;

/** A link to a message, which its menu copies. */
export const messagePath = (chatId: ChatId, messageId: MessageId) => `${chatPath(chatId)}/message/${messageId}`;

const chatPattern = /^\/chat\/([^/]+)(?:\/message\/([^/]+))?\/?$/;

/** The chat that a path opens; null for every other path. */
export function chatIdAt(pathname: string): ChatId | null {
  return ChatId.safeParse(chatPattern.exec(pathname)?.[1]).data ?? null;
}

/** The message that a path leads to; null for every other path. */
export function messageIdAt(pathname: string): MessageId | null {
  return MessageId.safeParse(chatPattern.exec(pathname)?.[2]).data ?? null;
}

/** The open chat, for code outside of React. */
export function openChatId(): ChatId | null {
  return chatIdAt(window.location.pathname);
}

/** The path of a call, which opens in a separate window. */
export const callPath = (chatId: ChatId, { isGroup }: { isGroup: boolean }) =>
  `/${isGroup ? 'voice-call-group' : 'voice-call'}/${chatId}`;

/** The parameter of a call's path that shows a preview before joining. */
export const previewParameter = 'video';

export const endCallPath = '/end-call';

/** Whether this window was opened for a call. It neither opens chats nor shows notifications. */
export const isCallWindow = () => isCallPath(window.location.pathname);

export function isCallPath(pathname: string): boolean {
  return /^\/(?:voice-call(?:-group)?\/|end-call)/.test(pathname);
}

export const isInvitePath = (pathname: string) => pathname.startsWith('/invite/');
