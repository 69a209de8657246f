import type { CallKind, ChatId } from '@chat-app/contract';
import { callPath, previewParameter } from '../../../format/paths.ts';

const windowFeatures = 'popup,width=800,height=600';

export interface CallWindow {
  /** The window already shows the call, or the preview that was asked for. */
  readonly isOpen: boolean;
  /** The user has closed the window meanwhile. */
  isClosed: () => boolean;
  /** `prepare` is called with the window before it loads the call. */
  enter: (prepare?: (opened: Window) => void) => void;
  close: () => void;
}

interface CallWindowOptions {
  isGroup: boolean;
  kind: CallKind;
}

/**
 * Opens or reuses the window of a chat's call. Null if the browser blocks it. Must be called from a click handler, or
 * every browser blocks the window. A video call begins with a preview.
 */
export function openCallWindow(chatId: ChatId, { isGroup, kind }: CallWindowOptions): CallWindow | null {
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
    enter: (prepare) => {
      prepare?.(popup);
      popup.location.replace(`${path}${wantedSearch}`);
    },
    close: () => popup.close(),
  };
}
