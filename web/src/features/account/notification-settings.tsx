import { useMe } from '../../api/me.ts';
import { useSetPreview, useSetPush } from '../../api/push.ts';
import { setDesktopNotifications, setSound, useNotificationSettings } from '../../state/notification-settings.ts';
import { Switch } from '../../ui/switch.tsx';

/** The notification settings of this browser. Like the theme, they apply immediately. */
export function NotificationSettings() {
  const { hasSound, hasDesktop, hasPush, hasPreview } = useNotificationSettings();
  const { mutate: setPush, isPending, variables } = useSetPush(useMe().id);
  const { mutate: setPreview } = useSetPreview();
  return (
    <fieldset className="flex flex-col gap-3 px-5 py-5 roomy:px-6">
      <legend className="sr-only">Notifications</legend>
      <Switch label="Sound" hint="A soft tone for messages in other chats" isOn={hasSound} onChange={setSound} />
      <Switch
        label="Desktop notifications"
        hint="For messages while you are elsewhere"
        isOn={hasDesktop}
        onChange={(isOn) => void setDesktopNotifications(isOn)}
      />
      <Switch
        label="Push on this device"
        hint="Messages and calls while the app is closed"
        // Shows the new state at once, because the permission prompt and the push service may take a while.
        isOn={isPending ? variables : hasPush}
        onChange={setPush}
      />
      <Switch
        label="Message previews"
        hint="Notifications say what was written"
        isOn={hasPreview}
        onChange={setPreview}
      />
    </fieldset>
  );
}
