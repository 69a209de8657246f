import { useUpdatePrivacy } from '../../api/account.ts';
import { useMe } from '../../api/me.ts';
import { BlockedList } from './blocked-list.tsx';
import { Switch } from '../../ui/switch.tsx';

/** What others learn about the user. Like the notification settings, each applies immediately. */
export function PrivacySettings() {
  const { sendsReceipts, sharesPresence, isFindable, mentionsBreakMute } = useMe();
  const { mutate: update } = useUpdatePrivacy();
  return (
    <>
      <fieldset className="flex flex-col gap-3 px-5 py-5 roomy:px-6">
        <legend className="sr-only">Privacy</legend>
        <Switch
          label="Read receipts"
          hint="Others see what you have read, and you see what they have read"
          isOn={sendsReceipts}
          onChange={(isOn) => update({ sendsReceipts: isOn })}
        />
        <Switch
          label="Online status"
          hint="Others see when you are online or typing, and you see when they are"
          isOn={sharesPresence}
          onChange={(isOn) => update({ sharesPresence: isOn })}
        />
        <Switch
          label="Findable in search"
          hint="Without it, people need your exact email address to find you"
          isOn={isFindable}
          onChange={(isOn) => update({ isFindable: isOn })}
        />
        <Switch
          label="Mentions in muted chats"
          hint="Notify me when somebody mentions me there"
          isOn={mentionsBreakMute}
          onChange={(isOn) => update({ mentionsBreakMute: isOn })}
        />
      </fieldset>
      <BlockedList />
    </>
  );
}
