import type { UserId } from '@chat-app/contract';
import { create } from 'zustand';

interface OnlineUsers {
  /** Those of one's friends and co-members who are online, from the last event this tab received. */
  ids: ReadonlySet<UserId>;
  /** False while the connection is down: then they may have come and gone. */
  isKnown: boolean;
}

const useOnlineUsers = create<OnlineUsers>(() => ({ ids: new Set(), isKnown: true }));
const nobody: ReadonlySet<UserId> = new Set();

export function setOnlineUsers(ids: readonly UserId[]): void {
  useOnlineUsers.setState({ ids: new Set(ids), isKnown: true });
}

export function setPresenceUnknown(): void {
  useOnlineUsers.setState({ isKnown: false });
}

export type Presence = 'online' | 'offline' | 'unknown';

/** Whether anybody of these is online; oneself is not in the list, so one's own id does no harm. */
export function usePresence(userIds: readonly UserId[]): Presence {
  return useOnlineUsers(({ ids, isKnown }) => {
    if (!isKnown) return 'unknown';
    return userIds.some((id) => ids.has(id)) ? 'online' : 'offline';
  });
}

export function useIsAnyOnline(userIds: readonly UserId[]): boolean {
  return usePresence(userIds) === 'online';
}

export function useOnlineIds(): ReadonlySet<UserId> {
  return useOnlineUsers(({ ids, isKnown }) => (isKnown ? ids : nobody));
}

/** Those who were online in the last event this tab received: an order by them does not change when the connection is lost. */
export function useLastOnlineIds(): ReadonlySet<UserId> {
  return useOnlineUsers(({ ids }) => ids);
}
