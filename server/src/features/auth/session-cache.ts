import type { SessionId } from '@chat-app/contract';
import type { SessionRow } from './sessions.repository.ts';

const ttlMs = 1000;
/** How long an ended session is not cached again: longer than any query that read it before its end. */
const tombstoneMs = 10_000;
const maxEntries = 10_000;

/**
 * Caches sessions for bursts of requests. Entries are never older than a second; a session that ends is evicted before
 * its end is committed, and not cached again. On other nodes, `sessions.ended` evicts it.
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
    for (const [id, at] of endedAt) if (now() - at > tombstoneMs) endedAt.delete(id);
  }

  return {
    get(tokenHash: string): SessionRow | null {
      const entry = known.get(tokenHash);
      return entry && entry.until > now() ? entry.session : null;
    },

    /** Unverified accounts and sessions that are due for renewal are not cached: their rows are about to change. */
    set(tokenHash: string, session: SessionRow): void {
      if (!session.isVerified || session.isStale || endedAt.has(session.id)) return;
      if (known.size >= maxEntries) {
        known.clear();
        tokensBySession.clear();
      }
      known.set(tokenHash, { session, until: now() + ttlMs });
      tokensBySession.set(session.id, tokenHash);
    },

    evict,
  };
}
