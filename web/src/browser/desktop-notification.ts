interface DesktopNotice {
  title: string;
  body: string;
  icon: string;
  /** A later notification with the same tag replaces the earlier one, in all tabs. */
  tag: string;
  onClick: () => void;
}

/** Browsers show notifications only for secure pages, and some do not support them. */
export const canShowNotices = () => 'Notification' in window && window.isSecureContext;

export const noticePermission = (): NotificationPermission => (canShowNotices() ? Notification.permission : 'denied');

/** Call only from a click: people who are asked without a reason deny the permission permanently. */
export async function askForNotices(): Promise<NotificationPermission> {
  return canShowNotices() ? Notification.requestPermission() : 'denied';
}

/** Returns a function that closes the notification. */
export function showDesktopNotice({ title, body, icon, tag, onClick }: DesktopNotice): () => void {
  try {
    const notice = new Notification(title, { body, icon, tag, silent: true });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      onClick();
    });
    return () => notice.close();
  } catch {
    // Chrome on Android supports notifications only from service workers. The unread count must suffice there.
    return () => {};
  }
}
