import type { ChatId } from '@chat-app/contract';
import { useEffect } from 'react';
import { showDesktopNotification } from '../../../browser/desktop-notification.ts';
import { startRinging } from '../../../attention/ringtone.ts';
import { flashTitle } from '../../../attention/title-flash.ts';
import { isAnyTabVisible } from '../../../tabs/visible-tabs.ts';
import { useNotificationSettings } from '../../../state/notification-settings.ts';

interface Caller {
  chatId: ChatId;
  name: string;
  avatar: string;
  /** A muted chat shows only the dialog. */
  isMuted: boolean;
}

/** Plays the ringtone, flashes the tab title, and shows a desktop notification if no tab is visible. */
export function useRingSignals({ chatId, name, avatar, isMuted }: Caller): void {
  const isHeard = useNotificationSettings((state) => state.hasSound) && !isMuted;
  useEffect(() => (isHeard ? startRinging() : undefined), [isHeard]);
  useEffect(() => (isMuted ? undefined : flashTitle(`${name} is calling`)), [name, isMuted]);
  useEffect(() => (isMuted ? undefined : notifyOnDesktop({ chatId, name, avatar })), [chatId, name, avatar, isMuted]);
}

/** Returns a function that closes the notification once the call stops ringing. */
function notifyOnDesktop({ chatId, name, avatar }: Omit<Caller, 'isMuted'>): () => void {
  let isOver = false;
  let close = () => {};
  async function notify() {
    const { hasDesktop, hasPush } = useNotificationSettings.getState();
    // With push enabled, the push message already notifies.
    if (!hasDesktop || hasPush || (await isAnyTabVisible()) || isOver) return;
    // A click focuses this tab, which shows the dialog.
    close = showDesktopNotification({
      title: name,
      body: 'Incoming voice call',
      icon: avatar,
      tag: `call-${chatId}`,
      onClick: () => {},
    });
  }
  void notify();
  return () => {
    isOver = true;
    close();
  };
}
