import type { UserId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

const useBlocked = createSessionStore<{ ids: ReadonlySet<UserId> }>(() => ({ ids: new Set() }));

export function setBlockedIds(ids: readonly UserId[]): void {
  useBlocked.setState({ ids: new Set(ids) });
}

/** Those whom the signed-in user has blocked. */
export function useBlockedIds(): ReadonlySet<UserId> {
  return useBlocked(({ ids }) => ids);
}

export function useIsBlocked(id: UserId | undefined): boolean {
  return useBlocked(({ ids }) => id !== undefined && ids.has(id));
}

export function isBlocked(id: UserId): boolean {
  return useBlocked.getState().ids.has(id);
}
