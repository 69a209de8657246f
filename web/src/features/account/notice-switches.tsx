import { setDesktopNotices, setSound, useNotices } from '../../state/notices.ts';
import { Switch } from '../../ui/switch.tsx';

/** How this browser announces messages; like the theme it counts at once. */
export function NoticeSwitches() {
  const { hasSound, hasDesktop } = useNotices();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Notifications</legend>
      <Switch label="Sound" hint="A soft tone for messages in other chats" isOn={hasSound} onChange={setSound} />
      <Switch
        label="Desktop notifications"
        hint="For messages that come while you are elsewhere"
        isOn={hasDesktop}
        onChange={(isOn) => void setDesktopNotices(isOn)}
      />
    </fieldset>
  );
}
