import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface TakenLink {
  readonly userId: UserId;
  readonly undoesSecondFactor: boolean;
}

/** Apart for either kind, so that many mails of one kind do not void those of the other. */
const maxPerUser = 20;

export const securityLinkRepository = {
  async add(
    sql: Sql,
    link: { tokenHash: Buffer; userId: UserId; undoesSecondFactor: boolean; lifetimeMs: number },
  ): Promise<void> {
    await sql`
      insert into security_links (token_hash, user_id, undoes_second_factor, expires_at)
      values (
        ${link.tokenHash}, ${link.userId}, ${link.undoesSecondFactor},
        now() + ${link.lifetimeMs} * interval '1 millisecond'
      )`;
    await sql`
      delete from security_links
      where token_hash in (
        select token_hash from security_links
        where user_id = ${link.userId} and undoes_second_factor = ${link.undoesSecondFactor}
        order by expires_at desc
        offset ${maxPerUser}
      )`;
  },

  /** Of two concurrent requests with one link, the delete lets exactly one through. */
  async take(sql: Sql, tokenHash: Buffer): Promise<TakenLink | null> {
    const [taken] = await sql<TakenLink[]>`
      delete from security_links
      where token_hash = ${tokenHash} and expires_at > now()
      returning user_id, undoes_second_factor`;
    return taken ?? null;
  },

  /**
   * After the password was reset. The links that undo a second factor stay until one of them was used: an owner who resets
   * the password first must still be able to remove the second factor of a stranger.
   */
  async removeAllOf(sql: Sql, userId: UserId, { keepsUndo }: { keepsUndo: boolean }): Promise<void> {
    await sql`
      delete from security_links where user_id = ${userId} and not (${keepsUndo} and undoes_second_factor)`;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from security_links where expires_at < now()`;
  },
};
