import type { ChatId } from '@chat-app/contract';
import { callPath } from '../../lib/call-path.ts';

const look = 'popup,width=800,height=600';

interface CallWindow {
  /** The call is on the screen there already. */
  readonly isInCall: boolean;
  /** Closed by the person meanwhile. */
  isClosed: () => boolean;
  enter: () => void;
  close: () => void;
}

/**
 * The window of a chat's call: a new one, or the one that is open. Null: the browser does not want one. Must be called
 * while a click is being handled, or every browser blocks it.
 */
export function takeCallWindow(chatId: ChatId, { isGroup }: { isGroup: boolean }): CallWindow | null {
  const popup = window.open('', `chat-app-call-${chatId}`, look);
  if (!popup) return null;
  const path = callPath(chatId, { isGroup });
  const isInCall = popup.location.pathname === path;
  // No white flash before the dark window.
  if (!isInCall) popup.document.documentElement.style.background = '#0f1115';
  popup.focus();
  return {
    isInCall,
    isClosed: () => popup.closed,
    enter: () => popup.location.replace(path),
    close: () => popup.close(),
  };
}
