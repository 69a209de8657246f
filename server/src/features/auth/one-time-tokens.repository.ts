import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export type TokenPurpose = 'verify-email' | 'reset-password';

export const oneTimeTokenRepository = {
  /** A newer link replaces the older one. */
  async put(
    sql: Sql,
    token: { tokenHash: Buffer; userId: UserId; purpose: TokenPurpose; lifetimeMs: number },
  ): Promise<void> {
    await sql`
      insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
      values (${token.tokenHash}, ${token.userId}, ${token.purpose}, now() + ${token.lifetimeMs} * interval '1 millisecond')
      on conflict (user_id, purpose)
      do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
  },

  /** Returns whose token it was. Of two concurrent requests with one token, the delete lets exactly one through. */
  async take(sql: Sql, tokenHash: Buffer, purpose: TokenPurpose): Promise<UserId | null> {
    const [taken] = await sql<{ userId: UserId }[]>`
      delete from one_time_tokens
      where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > now()
      returning user_id`;
    return taken?.userId ?? null;
  },

  async removeAllOf(sql: Sql, userId: UserId): Promise<void> {
    await sql`delete from one_time_tokens where user_id = ${userId}`;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from one_time_tokens where expires_at < now()`;
  },
};
