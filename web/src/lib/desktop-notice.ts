interface DesktopNotice {
  title: string;
  body: string;
  icon: string;
  /** A later notice of the same kind takes the place of the earlier one, whichever tab shows it. */
  tag: string;
  onClick: () => void;
}

/** Browsers show notices for secure pages only, and some do not know them at all. */
export const canShowNotices = () => 'Notification' in window && window.isSecureContext;

export const noticePermission = (): NotificationPermission => (canShowNotices() ? Notification.permission : 'denied');

/** Only from a click: asked out of the blue, people say no for ever. */
export async function askForNotices(): Promise<NotificationPermission> {
  return canShowNotices() ? Notification.requestPermission() : 'denied';
}

/** Returns how to take it away again. */
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
    // Chrome on Android knows notices only from service workers: there the unread count has to do.
    return () => {};
  }
}
