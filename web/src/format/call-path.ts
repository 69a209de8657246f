import type { ChatId } from '@chat-app/contract';

/** The path of a call, which opens in a separate window. */
export const callPath = (chatId: ChatId, { isGroup }: { isGroup: boolean }) =>
  `/${isGroup ? 'voice-call-group' : 'voice-call'}/${chatId}`;

export const endCallPath = '/end-call';

/** Whether this window was opened for a call. It neither opens chats nor shows notifications. */
export const isCallWindow = () => isCallPath(window.location.pathname);

export function isCallPath(pathname: string): boolean {
  return /^\/(?:voice-call(?:-group)?\/|end-call)/.test(pathname);
}
