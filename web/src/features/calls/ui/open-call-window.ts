import type { CallKind, ChatId } from '@chat-app/contract';
import type { StartsWith } from '../session/call-session.ts';
import { callPath, previewParameter } from '../../../format/paths.ts';
import { storeMovedCall } from './moved-call.ts';

const windowFeatures = 'popup,width=800,height=600';

export interface CallWindow {
  /** The window already shows the call, or the preview that was asked for. */
  readonly isOpen: boolean;
  /** The user has closed the window meanwhile. */
  isClosed: () => boolean;
  enter: () => void;
  close: () => void;
}

interface CallWindowOptions {
  isGroup: boolean;
  kind: CallKind;
  /** A call that moves to the window goes on like this. */
  moved?: StartsWith;
}

/**
 * Opens or reuses the window of a chat's call. Null if the browser blocks it. Must be called from a click handler, or
 * every browser blocks the window. A video call begins with a preview.
 */
export function openCallWindow(chatId: ChatId, { isGroup, kind, moved }: CallWindowOptions): CallWindow | null {
  const popup = window.open('', `chat-app-call-${chatId}`, windowFeatures);
  if (!popup) return null;
  const path = callPath(chatId, { isGroup });
  const { pathname, search } = popup.location;
  const wantedSearch = kind === 'video' ? `?${previewParameter}` : '';
  const isOpen = pathname === path && (search === '' || search === wantedSearch);
  // Avoids a white flash before the dark page is loaded.
  if (!isOpen) popup.document.documentElement.style.background = '#0f1115';
  popup.focus();
  return {
    isOpen,
    isClosed: () => popup.closed,
    enter: () => {
      if (moved) storeMovedCall(popup, moved);
      popup.location.replace(`${path}${wantedSearch}`);
    },
    close: () => popup.close(),
  };
}
