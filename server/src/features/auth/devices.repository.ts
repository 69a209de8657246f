import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** One browser that is known to one account. The id stays the same when the browser's token is rotated. */
export interface DeviceRow {
  readonly id: string;
  readonly userId: UserId;
}

const lifetime = (sql: Sql) => sql`interval '180 days'`;

/** Browsers by the hash of their token, each with the accounts that signed in there. */
export const deviceRepository = {
  async find(sql: Sql, tokenHash: Buffer, email: string): Promise<DeviceRow | null> {
    const [row] = await sql<DeviceRow[]>`
      select devices.id, user_id
      from devices
      join users on users.id = user_id
      where token_hash = ${tokenHash} and email = ${email} and expires_at > now()`;
    return row ?? null;
  },

  /** Moves the browser's accounts to its new token. */
  async rotate(sql: Sql, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
    await sql`update devices set token_hash = ${to} where token_hash = ${from} and expires_at > now()`;
  },

  /** Returns whether the account was new to the browser. */
  async add(sql: Sql, { tokenHash, userId }: { tokenHash: Buffer; userId: UserId }): Promise<boolean> {
    const [added] = await sql<{ isNew: boolean }[]>`
      insert into devices (token_hash, user_id, expires_at)
      values (${tokenHash}, ${userId}, now() + ${lifetime(sql)})
      on conflict (token_hash, user_id) do update
      set expires_at = excluded.expires_at
      returning xmax = 0 as is_new`;
    return added?.isNew ?? false;
  },

  /** Removes the least recently used first. */
  async removeBeyond(sql: Sql, userId: UserId, maxCount: number): Promise<void> {
    await sql`
      delete from devices
      where user_id = ${userId}
        and id in (
          select id from devices where user_id = ${userId} order by expires_at desc, id offset ${maxCount}
        )`;
  },

  async removeAllOf(sql: Sql, userId: UserId): Promise<void> {
    await sql`delete from devices where user_id = ${userId}`;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from devices where expires_at < now()`;
  },
};
