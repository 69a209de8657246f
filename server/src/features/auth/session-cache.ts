import type { SessionId } from '../../platform/ids.ts';
import type { SessionRow } from './sessions.repository.ts';

const trustMs = 1000;
const endedKeptMs = 10_000;
const maxEntries = 10_000;

/**
 * Caches sessions for people who make many requests in a row. Entries are never older than a second; a session that
 * ends is evicted before its end is committed, and not cached again.
 */
export function createSessionCache(now: () => number = Date.now) {
  const known = new Map<string, { session: SessionRow; until: number }>();
  const tokensBySession = new Map<SessionId, string>();
  const endedAt = new Map<SessionId, number>();

  function evict(sessionIds: readonly SessionId[]) {
    for (const id of sessionIds) {
      endedAt.set(id, now());
      known.delete(tokensBySession.get(id) ?? '');
      tokensBySession.delete(id);
    }
    for (const [id, at] of endedAt) if (now() - at > endedKeptMs) endedAt.delete(id);
  }

  return {
    get(tokenHash: string): SessionRow | null {
      const entry = known.get(tokenHash);
      return entry && entry.until > now() ? entry.session : null;
    },

    /** Caches only what cannot change except by ending: verified accounts stay verified; stale sessions get renewed. */
    set(tokenHash: string, session: SessionRow): void {
      if (!session.isVerified || session.isStale || endedAt.has(session.id)) return;
      if (known.size >= maxEntries) {
        known.clear();
        tokensBySession.clear();
      }
      known.set(tokenHash, { session, until: now() + trustMs });
      tokensBySession.set(session.id, tokenHash);
    },

    evict,
  };
}
