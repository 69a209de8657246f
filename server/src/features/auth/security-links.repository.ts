import { limits, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** What a link undoes, besides signing out all devices. */
interface Undo {
  readonly undoesSecondFactor: boolean;
  readonly undoesPasskey: boolean;
}

interface TakenLink extends Undo {
  readonly userId: UserId;
  /** When its mail was sent. */
  readonly createdAt: string;
}

/** What a reset by a link has undone. */
interface Undone {
  readonly isSecondFactorUndone: boolean;
  /** Null for a reset that undid none. */
  readonly passkeysUndoneSince: string | null;
}

const lifetime = (sql: Sql) => sql`${limits.securityLinkMs} * interval '1 millisecond'`;
/** Apart for each kind, so that many mails of one kind do not void those of another. */
const maxPerUser = 20;

export const securityLinkRepository = {
  async add(sql: Sql, link: Undo & { tokenHash: Buffer; userId: UserId }): Promise<void> {
    await sql`
      insert into security_links (token_hash, user_id, undoes_second_factor, undoes_passkey, expires_at)
      values (
        ${link.tokenHash}, ${link.userId}, ${link.undoesSecondFactor}, ${link.undoesPasskey}, now() + ${lifetime(sql)}
      )`;
    await sql`
      delete from security_links
      where token_hash in (
        select token_hash from security_links
        where user_id = ${link.userId}
          and undoes_second_factor = ${link.undoesSecondFactor}
          and undoes_passkey = ${link.undoesPasskey}
        order by expires_at desc
        offset ${maxPerUser - 1}
      )
      -- Never the first: it undoes the most, and somebody who causes many mails must not void it.
      and exists (
        select from security_links as earlier
        where earlier.user_id = security_links.user_id
          and earlier.undoes_second_factor = security_links.undoes_second_factor
          and earlier.undoes_passkey = security_links.undoes_passkey
          and earlier.expires_at < security_links.expires_at
      )`;
  },

  /** Of two concurrent requests with one link, the delete lets exactly one through. */
  async take(sql: Sql, tokenHash: Buffer): Promise<TakenLink | null> {
    const [taken] = await sql<TakenLink[]>`
      delete from security_links
      where token_hash = ${tokenHash} and expires_at > now()
      returning user_id, undoes_second_factor, undoes_passkey, (expires_at - ${lifetime(sql)})::text as created_at`;
    return taken ?? null;
  },

  /**
   * After the password was reset. The links that undo a second factor stay until one of them was used, and those that undo
   * a passkey: an owner who resets the password first must still be able to remove what a stranger added.
   */
  async removeAfterReset(sql: Sql, userId: UserId, { isSecondFactorUndone, passkeysUndoneSince }: Undone) {
    await sql`
      delete from security_links
      where user_id = ${userId}
        and (not undoes_passkey or expires_at - ${lifetime(sql)} >= ${passkeysUndoneSince}::timestamptz)
        and (not undoes_second_factor or ${isSecondFactorUndone})`;
  },

  async removeAllOf(sql: Sql, userId: UserId): Promise<void> {
    await sql`delete from security_links where user_id = ${userId}`;
  },

  /** Those that were sent since. */
  async removeNewerThan(sql: Sql, userId: UserId, time: string): Promise<void> {
    await sql`
      delete from security_links
      where user_id = ${userId} and expires_at - ${lifetime(sql)} >= ${time}::timestamptz`;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from security_links where expires_at < now()`;
  },
};
