import type { ChatId } from '@chat-app/contract';

/** Where a call is held: a window of its own. */
export const callPath = (chatId: ChatId, { isGroup }: { isGroup: boolean }) =>
  `/${isGroup ? 'voice-call-group' : 'voice-call'}/${chatId}`;

export const endCallPath = '/end-call';

/** Whether this window was opened for a call. It is no place to open chats in, or to announce messages. */
export const isCallWindow = () => isCallPath(window.location.pathname);

export function isCallPath(pathname: string): boolean {
  return /^\/(?:voice-call(?:-group)?\/|end-call)/.test(pathname);
}
