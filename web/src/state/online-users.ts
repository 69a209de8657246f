import type { UserId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

interface OnlineUsers {
  /** Friends and co-members who are online, from the last event that this tab received. */
  ids: ReadonlySet<UserId>;
  /** False while the connection is down, because `ids` may be outdated. */
  isKnown: boolean;
}

const useOnlineUsers = createSessionStore<OnlineUsers>(() => ({ ids: new Set(), isKnown: true }));
const nobody: ReadonlySet<UserId> = new Set();

export function setOnlineUsers(ids: readonly UserId[]): void {
  useOnlineUsers.setState({ ids: new Set(ids), isKnown: true });
}

export function setPresenceUnknown(): void {
  useOnlineUsers.setState({ isKnown: false });
}

export type Presence = 'online' | 'offline' | 'unknown';

/** Whether any of these users is online. `userIds` may contain the signed-in user, who is never in `ids`. */
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

/** The last known ids, even while the connection is down, so that lists sorted by them keep their order. */
export function useLastOnlineIds(): ReadonlySet<UserId> {
  return useOnlineUsers(({ ids }) => ids);
}
