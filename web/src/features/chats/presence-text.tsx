import type { UserId } from '@chat-app/contract';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { classNames } from '../../ui/class-names.ts';

/** 'Online' when any of these people is. */
export function PresenceText({ userIds }: { userIds: readonly UserId[] }) {
  const isOnline = useIsAnyOnline(userIds);
  return <span className={classNames(isOnline && 'font-medium text-success')}>{isOnline ? 'Online' : 'Offline'}</span>;
}
