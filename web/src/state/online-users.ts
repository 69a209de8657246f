import type { UserId } from '@chat-app/contract';
import { create } from 'zustand';

/** Those of one's friends and co-members who are online. */
const useOnlineUsers = create<{ ids: ReadonlySet<UserId> }>(() => ({ ids: new Set() }));

export function setOnlineUsers(ids: readonly UserId[]): void {
  useOnlineUsers.setState({ ids: new Set(ids) });
}

/** Whether anybody of these is online; oneself is not in the list, so one's own id does no harm. */
export function useIsAnyOnline(userIds: readonly UserId[]): boolean {
  return useOnlineUsers(({ ids }) => userIds.some((id) => ids.has(id)));
}

export function useOnlineIds(): ReadonlySet<UserId> {
  return useOnlineUsers(({ ids }) => ids);
}
