import type { SessionId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { SessionOrigin } from './session-origin.ts';

export interface SessionRow {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly isVerified: boolean;
  readonly isRemembered: boolean;
  /** Not used for a while: its expiry should be renewed. */
  readonly isStale: boolean;
}

/** A session as its user sees it. */
export interface ListedSession {
  readonly id: SessionId;
  readonly device: string | null;
  readonly network: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

const lifetime = (sql: Sql, isRemembered: boolean) =>
  isRemembered ? sql`interval '30 days'` : sql`interval '24 hours'`;

export const sessionRepository = {
  /** Keyed by the hexadecimal token hash. */
  async list(sql: Sql, tokenHashes: readonly string[]): Promise<Map<string, SessionRow>> {
    const rows = await sql<(SessionRow & { tokenHash: string })[]>`
      select
        encode(token_hash, 'hex') as token_hash,
        sessions.id,
        user_id,
        verified_at is not null as is_verified,
        is_remembered,
        last_used_at < now() - interval '5 minutes' as is_stale
      from sessions
      join users on users.id = user_id
      where token_hash in (select decode(given, 'hex') from unnest(${tokenHashes}::text[]) as given)
        and expires_at > now()
        and suspended_at is null`;
    return new Map(rows.map((row) => [row.tokenHash, row]));
  },

  /** False for a suspended account: a trigger skips the row. */
  async add(
    sql: Sql,
    session: { id: SessionId; tokenHash: Buffer; userId: UserId; isRemembered: boolean; origin: SessionOrigin },
  ): Promise<boolean> {
    const added = await sql`
      insert into sessions (id, token_hash, user_id, is_remembered, device, network, expires_at)
      values (
        ${session.id}, ${session.tokenHash}, ${session.userId}, ${session.isRemembered},
        ${session.origin.device}, ${session.origin.network}, now() + ${lifetime(sql, session.isRemembered)}
      )
      returning id`;
    return added.length === 1;
  },

  async isYoungerThan(sql: Sql, id: SessionId, ms: number): Promise<boolean> {
    const found = await sql`
      select from sessions where id = ${id} and created_at > now() - ${ms} * interval '1 millisecond'`;
    return found.length === 1;
  },

  async isOpen(sql: Sql, id: SessionId): Promise<boolean> {
    return (await sql`select from sessions where id = ${id} and expires_at > now()`).length === 1;
  },

  async isNewerThan(sql: Sql, id: SessionId, time: Date): Promise<boolean> {
    return (await sql`select from sessions where id = ${id} and created_at > ${time}`).length === 1;
  },

  /** The most recently used first. */
  async listOf(sql: Sql, userId: UserId): Promise<ListedSession[]> {
    return sql<ListedSession[]>`
      select id, device, network, created_at, last_used_at
      from sessions
      where user_id = ${userId} and expires_at > now()
      order by last_used_at desc, id desc`;
  },

  async renew(sql: Sql, { id, isRemembered }: { id: SessionId; isRemembered: boolean }): Promise<void> {
    await sql`
      update sessions
      set last_used_at = now(), expires_at = now() + ${lifetime(sql, isRemembered)}
      where id = ${id}`;
  },

  async remove(sql: Sql, tokenHash: Buffer): Promise<SessionId[]> {
    const gone = await sql<{ id: SessionId }[]>`delete from sessions where token_hash = ${tokenHash} returning id`;
    return gone.map((session) => session.id);
  },

  async removeOneOf(sql: Sql, userId: UserId, id: SessionId): Promise<SessionId[]> {
    const gone = await sql<{ id: SessionId }[]>`
      delete from sessions where id = ${id} and user_id = ${userId} returning id`;
    return gone.map((session) => session.id);
  },

  async removeAllOf(sql: Sql, userId: UserId, { except }: { except: SessionId | null }): Promise<SessionId[]> {
    const gone = await sql<{ id: SessionId }[]>`
      delete from sessions where user_id = ${userId} and id is distinct from ${except}::uuid returning id`;
    return gone.map((session) => session.id);
  },

  /** Removes the least recently used first. */
  async removeBeyond(sql: Sql, userId: UserId, maxCount: number): Promise<SessionId[]> {
    const gone = await sql<{ id: SessionId }[]>`
      delete from sessions
      where id in (
        select id from sessions where user_id = ${userId} order by last_used_at desc, id desc offset ${maxCount}
      )
      returning id`;
    return gone.map((session) => session.id);
  },

  async removeExpired(sql: Sql): Promise<SessionId[]> {
    const gone = await sql<{ id: SessionId }[]>`delete from sessions where expires_at < now() returning id`;
    return gone.map((session) => session.id);
  },
};
