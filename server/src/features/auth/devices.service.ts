import type { UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { devices } from './devices.repository.ts';

/** As many as a person has sessions. */
const maxPerUser = 20;

export type Devices = ReturnType<typeof createDevices>;

/** Browsers in which somebody signed in to an account before. They get tries of their own, which nobody else can use up. */
export function createDevices({ database, transact }: { database: Database; transact: Transact }) {
  return {
    /** The same query for every address, whether or not it has an account. */
    find: (token: string, email: string) => devices.find(database.sql, hashToken(token), email),

    /** A new token at every sign-in: one that somebody planted in the browser is worth nothing. */
    remember: (userId: UserId, presented: string | null): Promise<string> =>
      transact(async (tx) => {
        const token = newToken();
        const tokenHash = hashToken(token);
        if (presented !== null) await devices.rotate(tx, { from: hashToken(presented), to: tokenHash });
        await devices.add(tx, { tokenHash, userId });
        await devices.removeBeyond(tx, userId, maxPerUser);
        return token;
      }),
  };
}
