import { answerTexts, type Session, type SessionId, type UserId } from '@chat-app/contract';
import type { DomainBus, Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Authenticate, Caller, Identify } from '../../platform/authentication.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { createSessionCache } from './session-cache.ts';
import type { SessionOrigin } from './session-origin.ts';
import { type ListedSession, sessionRepository } from './sessions.repository.ts';

/** More than anybody needs; a stolen password cannot fill the table. */
const maxPerUser = 20;

export type Sessions = ReturnType<typeof createSessions>;

export interface NewSession {
  readonly userId: UserId;
  readonly isRemembered: boolean;
  /** The token the browser had until now. */
  readonly replaces: string | null;
  readonly origin: SessionOrigin;
}

interface SessionDeps {
  bus: DomainBus;
  database: Database;
  transact: Transact;
}

/** The end of a session also closes its live connections, once it is committed. */
export function createSessions({ bus, database, transact }: SessionDeps) {
  const findByHash = createBatchLoader((hashes: readonly string[]) => sessionRepository.list(database.sql, hashes));
  const cache = createSessionCache();
  bus.onEveryNode('sessions.ended', ({ sessionIds }) => cache.evict(sessionIds));

  async function find(token: string) {
    const tokenHash = hashToken(token).toString('hex');
    const cached = cache.get(tokenHash);
    if (cached) return cached;
    const session = await findByHash(tokenHash);
    if (session) cache.set(tokenHash, session);
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

  const emitEnded = (emit: Emit, sessionIds: SessionId[]) => {
    cache.evict(sessionIds);
    if (sessionIds.length > 0) emit('sessions.ended', { sessionIds });
  };

  return {
    authenticate,
    identify,
    /** These sessions have ended, perhaps on another node. */
    evict: cache.evict,

    /** Expired sessions end like any other, together with their connections. */
    endExpired: () => transact(async (tx, emit) => emitEnded(emit, await sessionRepository.removeExpired(tx))),

    /** Opens a new session at every sign-in and ends the one of the browser's previous token, which may be planted. */
    async open(tx: Sql, emit: Emit, { userId, isRemembered, replaces, origin }: NewSession) {
      const token = newToken();
      if (replaces !== null) emitEnded(emit, await sessionRepository.remove(tx, hashToken(replaces)));
      await addSession(tx, { id: newId(), tokenHash: hashToken(token), userId, isRemembered, origin });
      emitEnded(emit, await sessionRepository.removeBeyond(tx, userId, maxPerUser));
      return token;
    },

    /** The sessions of the caller, the current one first. */
    async list({ userId, sessionId }: Caller): Promise<Session[]> {
      const rows = await sessionRepository.listOf(database.sql, userId);
      return rows
        .map((row) => present(row, sessionId))
        .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
    },

    /** Sessions of others do not exist for the caller. */
    revoke: ({ userId }: Caller, id: SessionId) =>
      transact(async (tx, emit) => {
        const ended = await sessionRepository.removeOneOf(tx, userId, id);
        if (ended.length === 0) throw notFound('Session');
        emitEnded(emit, ended);
      }),

    close: (token: string) =>
      transact(async (tx, emit) => emitEnded(emit, await sessionRepository.remove(tx, hashToken(token)))),

    revokeOthers: ({ userId, sessionId }: Caller) =>
      transact(async (tx, emit) =>
        emitEnded(emit, await sessionRepository.removeAllOf(tx, userId, { except: sessionId })),
      ),

    async closeAllOf(tx: Sql, emit: Emit, { userId, except }: { userId: UserId; except: SessionId | null }) {
      emitEnded(emit, await sessionRepository.removeAllOf(tx, userId, { except }));
    },
  };
}

/** Refused only here, after the credentials were right: others must not learn of the suspension. */
async function addSession(tx: Sql, session: Parameters<typeof sessionRepository.add>[1]): Promise<void> {
  if (!(await sessionRepository.add(tx, session))) throw forbidden(answerTexts.suspended);
}

function present({ id, device, network, createdAt, lastUsedAt }: ListedSession, currentId: SessionId): Session {
  return {
    _id: id,
    device,
    network,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === currentId,
  };
}
