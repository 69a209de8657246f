import type { UserId } from '@chat-app/contract';
import { usePresence } from '../../state/online-users.ts';
import type { Presence } from '../../state/online-users.ts';
import { classNames } from '../../ui/class-names.ts';

const texts: Record<Presence, string> = { online: 'Online', offline: 'Offline', unknown: 'Status unknown' };

/** 'Online' if any of these users is online. */
export function PresenceText({ userIds }: { userIds: readonly UserId[] }) {
  const presence = usePresence(userIds);
  return <span className={classNames(presence === 'online' && 'font-medium text-success')}>{texts[presence]}</span>;
}
