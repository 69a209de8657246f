import type { ChatDetail } from '@chat-app/contract';
import { useSaveGroupSettings } from '../../api/groups.ts';
import { Switch } from '../../ui/switch.tsx';

const settings = [
  { key: 'whoCanSend', label: 'Only admins send messages', hint: 'Others read and react' },
  { key: 'whoCanAdd', label: 'Only admins add members', hint: 'Otherwise everybody adds friends' },
  { key: 'whoCanEdit', label: 'Only admins edit the group', hint: 'Its name, picture and description' },
] as const;

/** For the owner, who counts as an admin, and admins. */
export function GroupSettings({ chat }: { chat: ChatDetail }) {
  const { mutate: save } = useSaveGroupSettings(chat._id);
  return (
    <div className="flex flex-col gap-2 px-3 pt-1 pb-4">
      {settings.map(({ key, label, hint }) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          isOn={chat[key] === 'admins'}
          onChange={(isOn) => save({ [key]: isOn ? 'admins' : 'members' })}
        />
      ))}
    </div>
  );
}
