import type { CallKind, ChatId } from '@chat-app/contract';
import type { StartsWith } from '../session/call-session.ts';
import { callPath, cameraParameter, mutedParameter, previewParameter } from '../../../format/paths.ts';

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
  moved?: MovedCall;
}

interface MovedCall {
  readonly isMuted: boolean;
  readonly isCameraOn: boolean;
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
  const wantedSearch = searchFor(kind, moved);
  const isPreview = search === `?${previewParameter}`;
  const isOpen = pathname === path && (!isPreview || search === wantedSearch);
  // Avoids a white flash before the dark page is loaded.
  if (!isOpen) popup.document.documentElement.style.background = '#0f1115';
  popup.focus();
  return {
    isOpen,
    isClosed: () => popup.closed,
    enter: () => popup.location.replace(`${path}${wantedSearch}`),
    close: () => popup.close(),
  };
}

function searchFor(kind: CallKind, moved: MovedCall | undefined): string {
  const names = [
    ...(kind === 'video' ? [previewParameter] : []),
    ...(moved?.isMuted ? [mutedParameter] : []),
    ...(moved?.isCameraOn ? [cameraParameter] : []),
  ];
  return names.length > 0 ? `?${names.join('&')}` : '';
}

/** How a call that has moved to this window begins; null for every other one. */
export function startOfMoved(parameters: URLSearchParams): StartsWith | null {
  const [isMuted, isCameraOn] = [parameters.has(mutedParameter), parameters.has(cameraParameter)];
  return isMuted || isCameraOn
    ? { isMuted, isCameraOn, isBlurWanted: false, cameraId: null, microphoneId: null }
    : null;
}
