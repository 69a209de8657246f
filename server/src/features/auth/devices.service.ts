import type { UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { deviceRepository } from './devices.repository.ts';

/** The same as the maximum number of sessions. */
const maxPerUser = 20;

export type Devices = ReturnType<typeof createDevices>;

/** Browsers that signed in to an account before. They have separate login attempts, which nobody else can use up. */
export function createDevices({ database, transact }: { database: Database; transact: Transact }) {
  return {
    /** Runs the same query for every address, whether or not it has an account. */
    find: (token: string, email: string) => deviceRepository.find(database.sql, hashToken(token), email),

    /** Issues a new token at every sign-in: one that was planted in the browser becomes useless. */
    remember: (userId: UserId, presented: string | null): Promise<{ token: string; isNew: boolean }> =>
      transact(async (tx) => {
        const token = newToken();
        const tokenHash = hashToken(token);
        if (presented !== null) await deviceRepository.rotate(tx, { from: hashToken(presented), to: tokenHash });
        const isNew = await deviceRepository.add(tx, { tokenHash, userId });
        await deviceRepository.removeBeyond(tx, userId, maxPerUser);
        return { token, isNew };
      }),
  };
}
