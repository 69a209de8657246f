interface DesktopNotification {
  title: string;
  body: string;
  icon: string;
  /** A later notification with the same tag replaces the earlier one, in all tabs. */
  tag: string;
  onClick: () => void;
}

/** Browsers show notifications only for secure pages, and some do not support them. */
export const canShowNotifications = () => 'Notification' in window && window.isSecureContext;

export const notificationPermission = (): NotificationPermission =>
  canShowNotifications() ? Notification.permission : 'denied';

/** Call only from a click: people who are asked without a reason deny the permission permanently. */
export async function requestNotificationPermission(): Promise<NotificationPermission> {
  return canShowNotifications() ? Notification.requestPermission() : 'denied';
}

/** Returns a function that closes the notification. */
export function showDesktopNotification({ title, body, icon, tag, onClick }: DesktopNotification): () => void {
  try {
    const notification = new Notification(title, { body, icon, tag, silent: true });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onClick();
    });
    return () => notification.close();
  } catch {
    // Chrome on Android supports notifications only from service workers. The unread count must suffice there.
    return () => {};
  }
}
