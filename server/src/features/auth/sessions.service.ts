import type { Database, Sql } from '../../platform/db/database.ts';
import type { Authenticate } from '../../platform/caller.ts';
import { newId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { sessions } from './sessions.repository.ts';

/** More than anybody has devices; a stolen password cannot fill the table. */
const maxPerUser = 20;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ database }: { database: Database }) {
  const authenticate: Authenticate = async (token) => {
    const session = await sessions.find(database.sql, hashToken(token));
    if (!session) return null;
    if (session.isStale) await sessions.renew(database.sql, session);
    const { id: sessionId, userId, isVerified, isRemembered, isStale } = session;
    return { caller: { sessionId, userId, isVerified }, renewCookie: isStale && isRemembered };
  };

  return {
    authenticate,

    /** A new session for every sign-in; the token that the browser brought along ends, whoever planted it. */
    async open(
      tx: Sql,
      { userId, isRemembered, replaces }: { userId: string; isRemembered: boolean; replaces: string | null },
    ) {
      const token = newToken();
      if (replaces !== null) await sessions.remove(tx, hashToken(replaces));
      await sessions.add(tx, { id: newId(), tokenHash: hashToken(token), userId, isRemembered });
      await sessions.removeBeyond(tx, userId, maxPerUser);
      return token;
    },

    close: (token: string) => sessions.remove(database.sql, hashToken(token)),
    closeAllOf: (tx: Sql, userId: string, options: { except: string | null }) =>
      sessions.removeAllOf(tx, userId, options),
  };
}
