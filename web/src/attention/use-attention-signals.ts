import { useEffect } from 'react';
import { showDesktopNotification } from '../browser/desktop-notification.ts';
import { useNotificationSettings } from '../state/notification-settings.ts';
import { isAnyTabVisible } from '../tabs/visible-tabs.ts';
import { startRinging } from './ringtone.ts';
import { flashTitle } from './title-flash.ts';

interface AttentionSignals {
  /** What asks for attention; with another id, the signals start again. Null if nothing does, or in a muted chat. */
  id: string | null;
  /** Alternates with the title of the tab. */
  title: string;
  notification: { title: string; body: string; icon: string; tag: string };
  /** The server also sends a push message. With push enabled, no second notification is shown. */
  isPushed: boolean;
  /** Whether the notification is closed when the signals stop. */
  isClosedAtEnd: boolean;
}

/** Plays the ringtone, flashes the tab title, and shows a desktop notification if no tab is visible. */
export function useAttentionSignals({ id, title, notification, ...options }: AttentionSignals): void {
  const { isPushed, isClosedAtEnd } = options;
  const { title: heading, body, icon, tag } = notification;
  const hasSound = useNotificationSettings((state) => state.hasSound);
  useEffect(() => (id === null || !hasSound ? undefined : startRinging()), [id, hasSound]);
  useEffect(() => (id === null ? undefined : flashTitle(title)), [id, title]);
  useEffect(() => {
    if (id === null) return undefined;
    const close = notifyOnDesktop({ title: heading, body, icon, tag }, isPushed);
    return isClosedAtEnd ? close : undefined;
  }, [id, heading, body, icon, tag, isPushed, isClosedAtEnd]);
}

/** Returns a function that closes the notification. */
function notifyOnDesktop(notification: AttentionSignals['notification'], isPushed: boolean): () => void {
  let isOver = false;
  let close = () => {};
  async function notify() {
    const { hasDesktop, hasPush } = useNotificationSettings.getState();
    if (!hasDesktop || (isPushed && hasPush) || (await isAnyTabVisible()) || isOver) return;
    // A click focuses this tab, which shows the dialog.
    close = showDesktopNotification({ ...notification, onClick: () => {} });
  }
  void notify();
  return () => {
    isOver = true;
    close();
  };
}
