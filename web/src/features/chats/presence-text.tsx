import type { UserId } from '@chat-app/contract';
import { useMe } from '../../api/me.ts';
import { usePresence } from '../../state/online-users.ts';
import type { Presence } from '../../state/online-users.ts';
import { classNames } from '../../ui/class-names.ts';

const texts: Record<Presence, string> = { online: 'Online', offline: 'Offline', unknown: 'Status unknown' };

/** 'Online' if any of these users is online. */
export function PresenceText({ userIds }: { userIds: readonly UserId[] }) {
  const presence = useVisiblePresence(userIds);
  return <span className={classNames(presence === 'online' && 'font-medium text-success')}>{texts[presence]}</span>;
}

/** Users who do not share their own presence learn nobody's. */
function useVisiblePresence(userIds: readonly UserId[]): Presence {
  const presence = usePresence(userIds);
  return useMe().sharesPresence ? presence : 'unknown';
}
