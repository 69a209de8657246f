import type { ChatId } from '@chat-app/contract';
import { useCallSettings } from '../../../state/call-settings.ts';
import { dockCall, useDockedCall } from '../../../state/docked-call.ts';
import { openCallWindow } from './open-call-window.ts';
import type { CallWindow } from './open-call-window.ts';

interface CallOptions {
  isGroup: boolean;
  isVideo?: boolean;
  /** The chat whose call the user leaves for this one. */
  leaveCallIn?: ChatId | undefined;
}

/** Opens the place of a chat's call: its own window, or this page if the user prefers that. */
export function openCall(chatId: ChatId, options: CallOptions): CallWindow | null {
  return useCallSettings.getState().opensInPage ? openInPage(chatId, options) : openCallWindow(chatId, options);
}

export function openInPage(chatId: ChatId, { isVideo = false, leaveCallIn }: CallOptions): CallWindow {
  const isInCall = useDockedCall.getState().call?.chatId === chatId;
  if (isInCall) useDockedCall.setState({ isLarge: true });
  return {
    isInCall,
    isClosed: () => false,
    enter: () => dockCall({ chatId, isVideo, leaveCallIn: leaveCallIn ?? null }),
    close: () => {},
  };
}
