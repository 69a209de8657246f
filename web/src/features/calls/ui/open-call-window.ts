import type { ChatId } from '@chat-app/contract';
import { callPath } from '../../../format/paths.ts';
import { announceCallStart } from '../../../state/call-start.ts';

const windowFeatures = 'popup,width=800,height=600';

interface CallWindow {
  /** The window already shows the call. */
  readonly isInCall: boolean;
  /** The user has closed the window meanwhile. */
  isClosed: () => boolean;
  enter: () => void;
  close: () => void;
}

/**
 * Opens or reuses the window of a chat's call. Null if the browser blocks it. Must be called from a click handler, or
 * every browser blocks the window.
 */
export function openCallWindow(chatId: ChatId, { isGroup }: { isGroup: boolean }): CallWindow | null {
  announceCallStart();
  const popup = window.open('', `chat-app-call-${chatId}`, windowFeatures);
  if (!popup) return null;
  const path = callPath(chatId, { isGroup });
  const isInCall = popup.location.pathname === path;
  // Avoids a white flash before the dark page is loaded.
  if (!isInCall) popup.document.documentElement.style.background = '#0f1115';
  popup.focus();
  return {
    isInCall,
    isClosed: () => popup.closed,
    enter: () => popup.location.replace(path),
    close: () => popup.close(),
  };
}
