import { exportAccount } from '@chat-app/contract';
import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import { useUpdatePrivacy } from '../../api/account.ts';
import { useMe } from '../../api/me.ts';
import { BlockedList } from './blocked-list.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Summary } from './summary.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/switch.tsx';

/** What others learn about the user. Like the notification settings, each applies immediately. Also the way out. */
export function PrivacySettings() {
  const [isDeleting, setDeleting] = useState(false);
  const { sendsReceipts, sharesPresence, isFindable, mentionsBreakMute } = useMe();
  const { mutate: update } = useUpdatePrivacy();
  if (isDeleting) return <DeleteAccount onLeave={() => setDeleting(false)} />;
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
      <div className="border-t border-line">
        <Summary
          Icon={Download}
          label="Export your data"
          title="Export your data"
          text="Your profile, friends, messages and files in one archive."
        >
          <a
            href={exportAccount.path}
            download
            aria-label="Export your data"
            className={classNames(buttonClasses('secondary', 'small'), 'shrink-0')}
          >
            Export
          </a>
        </Summary>
        <Summary
          Icon={UserX}
          label="Delete account"
          title="Delete account"
          text="Leave for good. You see first what goes and what stays."
        >
          <Button
            variant="secondary"
            size="small"
            className="shrink-0"
            aria-label="Delete account"
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </Summary>
      </div>
    </>
  );
}
