import type { UserId } from '@chat-app/contract';
import type { DomainBus, Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { gathered } from '../../platform/db/gathered.ts';
import type { Authenticate, Identify } from '../../platform/caller.ts';
import { newId, type SessionId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { createSessionMemory } from './session-memory.ts';
import { sessionRepository } from './sessions.repository.ts';

/** More than anybody needs; a stolen password cannot fill the table. */
const maxPerUser = 20;

export type Sessions = ReturnType<typeof createSessions>;

interface NewSession {
  readonly userId: UserId;
  readonly isRemembered: boolean;
  /** The token the browser had until now. */
  readonly replaces: string | null;
}

interface SessionParts {
  bus: DomainBus;
  database: Database;
  transact: Transact;
}

/** The end of a session also closes its live connections, once it is committed. */
export function createSessions({ bus, database, transact }: SessionParts) {
  const findByHash = gathered((hashes: readonly string[]) => sessionRepository.list(database.sql, hashes));
  const memory = createSessionMemory();
  bus.onEach('sessions.ended', ({ sessionIds }) => memory.forget(sessionIds));

  async function find(token: string) {
    const tokenHash = hashToken(token).toString('hex');
    const recalled = memory.recall(tokenHash);
    if (recalled) return recalled;
    const session = await findByHash(tokenHash);
    if (session) memory.remember(tokenHash, session);
    return session;
  }

  const authenticate: Authenticate = async (token) => {
    const session = await find(token);
    if (!session) return null;
    if (session.isStale) await sessionRepository.renew(database.sql, session);
    const { id: sessionId, userId, isVerified, isRemembered, isStale } = session;
    return { caller: { sessionId, userId, isVerified }, renewCookie: isStale && isRemembered };
  };

  /** Does not renew: a socket cannot set the cookie, and renewing here would keep the next request from doing so. */
  const identify: Identify = async (token) => {
    const session = await find(token);
    return session && { sessionId: session.id, userId: session.userId, isVerified: session.isVerified };
  };

  const tellEnded = (emit: Emit, sessionIds: SessionId[]) => {
    memory.forget(sessionIds);
    if (sessionIds.length > 0) emit('sessions.ended', { sessionIds });
  };

  return {
    authenticate,
    identify,

    /** Expired sessions end like any other, together with their connections. */
    endExpired: () => transact(async (tx, emit) => tellEnded(emit, await sessionRepository.removeExpired(tx))),

    /** Opens a new session at every sign-in and ends the one of the browser's previous token, which may be planted. */
    async open(tx: Sql, emit: Emit, { userId, isRemembered, replaces }: NewSession) {
      const token = newToken();
      if (replaces !== null) tellEnded(emit, await sessionRepository.remove(tx, hashToken(replaces)));
      await sessionRepository.add(tx, { id: newId(), tokenHash: hashToken(token), userId, isRemembered });
      tellEnded(emit, await sessionRepository.removeBeyond(tx, userId, maxPerUser));
      return token;
    },

    close: (token: string) =>
      transact(async (tx, emit) => tellEnded(emit, await sessionRepository.remove(tx, hashToken(token)))),

    async closeAllOf(tx: Sql, emit: Emit, { userId, except }: { userId: UserId; except: SessionId | null }) {
      tellEnded(emit, await sessionRepository.removeAllOf(tx, userId, { except }));
    },
  };
}
