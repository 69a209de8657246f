import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface Challenge {
  readonly hash: Buffer;
  /** Who adds a passkey; null for a sign-in. */
  readonly userId: UserId | null;
}

export const passkeyChallengeRepository = {
  async add(sql: Sql, { hash, userId, lifetimeMs }: Challenge & { lifetimeMs: number }): Promise<void> {
    await sql`
      insert into passkey_challenges (challenge_hash, user_id, expires_at)
      values (${hash}, ${userId}, now() + ${lifetimeMs} * interval '1 millisecond')`;
  },

  /** Of two concurrent requests with one challenge, the delete lets exactly one through. */
  async take(sql: Sql, { hash, userId }: Challenge): Promise<boolean> {
    const taken = await sql`
      delete from passkey_challenges
      where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > now()
      returning challenge_hash`;
    return taken.length === 1;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from passkey_challenges where expires_at < now()`;
  },
};
