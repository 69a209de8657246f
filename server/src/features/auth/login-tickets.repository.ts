import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface TicketRow {
  readonly userId: UserId;
  readonly isRemembered: boolean;
  /** With this one. */
  readonly tries: number;
}

/** More than anybody needs; a stolen password cannot fill the table. */
const maxPerUser = 20;

export const loginTicketRepository = {
  async add(
    sql: Sql,
    ticket: { tokenHash: Buffer; userId: UserId; isRemembered: boolean; lifetimeMs: number },
  ): Promise<void> {
    await sql`
      insert into login_tickets (token_hash, user_id, is_remembered, expires_at)
      values (
        ${ticket.tokenHash}, ${ticket.userId}, ${ticket.isRemembered},
        now() + ${ticket.lifetimeMs} * interval '1 millisecond'
      )`;
    await sql`
      delete from login_tickets
      where token_hash in (
        select token_hash from login_tickets where user_id = ${ticket.userId} order by expires_at desc offset ${maxPerUser}
      )`;
  },

  /** Counts a try. Null if the ticket has expired or has none left. */
  async use(sql: Sql, tokenHash: Buffer, maxTries: number): Promise<TicketRow | null> {
    const [row] = await sql<TicketRow[]>`
      update login_tickets
      set tries = tries + 1
      where token_hash = ${tokenHash} and tries < ${maxTries} and expires_at > now()
      returning user_id, is_remembered, tries`;
    return row ?? null;
  },

  /** The code was never compared: the try does not count. */
  async refund(sql: Sql, tokenHash: Buffer): Promise<void> {
    await sql`update login_tickets set tries = tries - 1 where token_hash = ${tokenHash} and tries > 0`;
  },

  /** False if it was used meanwhile. */
  async remove(sql: Sql, tokenHash: Buffer): Promise<boolean> {
    const removed = await sql`delete from login_tickets where token_hash = ${tokenHash} returning user_id`;
    return removed.length === 1;
  },

  async removeAllOf(sql: Sql, userId: UserId): Promise<void> {
    await sql`delete from login_tickets where user_id = ${userId}`;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from login_tickets where expires_at < now()`;
  },
};
