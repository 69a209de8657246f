import type { CallKind, ChatId } from '@chat-app/contract';
import { useCallSettings } from '../../../state/call-settings.ts';
import { announceCallStart } from '../../../state/call-start.ts';
import { dockCall, useDockedCall } from '../../../state/docked-call.ts';
import { openCallWindow } from './open-call-window.ts';
import type { CallWindow } from './open-call-window.ts';

export interface CallOptions {
  isGroup: boolean;
  /** A video call begins with a preview. */
  kind: CallKind;
  /** The chat whose call the user leaves for this one. */
  leaveCallIn?: ChatId | undefined;
}

/** Opens the place of a chat's call: its own window, or this page if the user prefers that. */
export function openCall(chatId: ChatId, options: CallOptions): CallWindow | null {
  announceCallStart();
  return useCallSettings.getState().opensInPage ? openInPage(chatId, options) : openCallWindow(chatId, options);
}

export function openInPage(chatId: ChatId, { kind, leaveCallIn }: CallOptions): CallWindow {
  const isOpen = useDockedCall.getState().call?.chatId === chatId;
  if (isOpen) useDockedCall.setState({ isLarge: true });
  return {
    isOpen,
    isClosed: () => false,
    enter: () => dockCall({ chatId, isVideo: kind === 'video', leaveCallIn: leaveCallIn ?? null }),
    close: () => {},
  };
}
