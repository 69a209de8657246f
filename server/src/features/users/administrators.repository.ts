import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Whether the environment makes the user of this row an administrator. */
export const isFixedAdministrator = (sql: Sql) =>
  sql`exists (select from environment_admins where environment_admins.email = users.email)`;

/** Whether the user of this row is an administrator. */
export const isAdministrator = (sql: Sql) =>
  sql`(verified_at is not null and suspended_at is null and (is_administrator or ${isFixedAdministrator(sql)}))`;

/** Those who are administrators if their account is verified and not suspended, found by indexes. */
export const appointedIds = (sql: Sql) => sql`(
  select id from users where is_administrator
  union all
  select id from users join environment_admins using (email)
)`;

export const administratorRepository = {
  /** Until the transaction ends, nobody else becomes an administrator or ceases to be one. */
  async lock(tx: Sql): Promise<void> {
    await tx`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`;
  },

  async has(sql: Sql, id: UserId): Promise<boolean> {
    return (await sql`select from users where id = ${id} and ${isAdministrator(sql)}`).length === 1;
  },

  /** Whether the environment names the address of this account, verified or not. */
  async isFixed(sql: Sql, id: UserId): Promise<boolean> {
    return (await sql`select from users where id = ${id} and ${isFixedAdministrator(sql)}`).length === 1;
  },

  /** Whether the environment makes the account with this address an administrator. */
  async isFixedEmail(sql: Sql, email: string): Promise<boolean> {
    return (await sql`select from environment_admins where email = ${email}`).length === 1;
  },

  /** Whether there is one besides this person. */
  async hasOther(sql: Sql, id: UserId): Promise<boolean> {
    const [row] = await sql<{ isThere: boolean }[]>`
      select exists (
        select from users where id in ${appointedIds(sql)} and id <> ${id} and ${isAdministrator(sql)}
      ) as is_there`;
    return row?.isThere === true;
  },

  /** Whether there is one, or will be as soon as somebody has signed up whom the environment names. */
  async isAnyAppointed(sql: Sql): Promise<boolean> {
    const [row] = await sql<{ isThere: boolean }[]>`
      select
        exists (select from environment_admins)
          or exists (select from users where id in ${appointedIds(sql)} and ${isAdministrator(sql)}) as is_there`;
    return row?.isThere === true;
  },

  /** False if nothing changed. */
  async setStored(sql: Sql, id: UserId, isAdmin: boolean): Promise<boolean> {
    const changed = await sql`
      update users set is_administrator = ${isAdmin} where id = ${id} and is_administrator <> ${isAdmin} returning id`;
    return changed.length === 1;
  },

  /** Those who would have become administrators by verifying their address. */
  async removeUnverified(sql: Sql): Promise<void> {
    await sql`update users set is_administrator = false where is_administrator and verified_at is null`;
  },

  /** What the environment says now. */
  async replaceFixed(tx: Sql, emails: readonly string[]): Promise<void> {
    await tx`delete from environment_admins where email <> all(${emails}::text[])`;
    await tx`insert into environment_admins (email) select unnest(${emails}::text[]) on conflict do nothing`;
  },
};
