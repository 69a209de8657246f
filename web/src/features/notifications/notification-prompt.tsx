import { Bell, X } from 'lucide-react';
import { canShowNotifications, notificationPermission } from '../../browser/desktop-notification.ts';
import {
  endNotificationHint,
  setDesktopNotifications,
  useNotificationSettings,
} from '../../state/notification-settings.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Offers desktop notifications once, after the user's first message. */
export function NotificationPrompt() {
  const isDue = useNotificationSettings(({ hasSent, hasDesktop, isHintOver }) => hasSent && !hasDesktop && !isHintOver);
  if (!isDue || !canShowNotifications() || notificationPermission() !== 'default') return null;
  return (
    <div className="mx-auto mb-2 flex w-[calc(100%-16px)] roomy:w-[calc(100%-48px)] max-w-[772px] animate-rise items-center gap-2 rounded-card bg-accent-soft pl-3.5 text-13">
      <Bell aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">Get notified about replies?</p>
      <button
        type="button"
        aria-label="Turn on notifications"
        onClick={() => {
          endNotificationHint();
          void setDesktopNotifications(true);
        }}
        className="min-h-11 shrink-0 px-2 font-semibold text-accent underline-offset-2 hover:underline roomy:min-h-9"
      >
        Turn on
      </button>
      <IconButton label="Not now" icon={<X aria-hidden="true" />} onClick={endNotificationHint} />
    </div>
  );
}
