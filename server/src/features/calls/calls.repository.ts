import type { Sql } from '../../platform/db/database.ts';

export interface CallRow {
  readonly chatId: string;
  readonly startedBy: string;
  /** Null: nobody picked up. */
  readonly talkedMs: number | null;
}

/** What it must be, or it is left alone. */
export type EndOnly = 'unanswered' | 'abandoned';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly isFriend: boolean;
}

const lease = (sql: Sql) => sql`now() + interval '45 seconds'`;

export const calls = {
  /** Everybody in the chat, seen by one of them; empty for outsiders. The chat stays as it is until the transaction ends. */
  async lockMembers(sql: Sql, chatId: string, userId: string): Promise<Member[]> {
    await sql`select from chats where id = ${chatId} for update`;
    return sql<Member[]>`
      select
        users.id,
        users.name,
        exists (
          select from friendships
          where lower_id = least(users.id, ${userId}::uuid)
            and higher_id = greatest(users.id, ${userId}::uuid)
            and accepted_at is not null
        ) as is_friend
      from chat_members
      join users on users.id = user_id
      where chat_id = ${chatId}
        and exists (select from chat_members where chat_id = ${chatId} and user_id = ${userId})
      order by joined_at, user_id`;
  },

  async isGoingOn(sql: Sql, chatId: string): Promise<boolean> {
    const rows = await sql`select from calls where chat_id = ${chatId} and lease_until > now()`;
    return rows.length > 0;
  },

  /** Over one that nobody renewed, if there is one. */
  async begin(sql: Sql, chatId: string, userId: string): Promise<void> {
    await sql`
      insert into calls (chat_id, started_by, lease_until)
      values (${chatId}, ${userId}, ${lease(sql)})
      on conflict (chat_id) do update
      set started_by = excluded.started_by, started_at = now(), answered_at = null, lease_until = excluded.lease_until`;
  },

  /** The number of members of a chat with a call, to one of them who takes it. Null for everybody else. */
  async pickUp(sql: Sql, chatId: string, userId: string): Promise<number | null> {
    const [call] = await sql<{ memberCount: number }[]>`
      update calls
      set answered_at = coalesce(answered_at, case when started_by <> ${userId} then now() end), lease_until = ${lease(sql)}
      where chat_id = ${chatId}
        and lease_until > now()
        and exists (select from chat_members where chat_id = ${chatId} and user_id = ${userId})
      returning (select count(*)::int from chat_members where chat_id = ${chatId}) as member_count`;
    return call?.memberCount ?? null;
  },

  /** Returns those that there are. */
  async renew(sql: Sql, chatIds: readonly string[]): Promise<string[]> {
    const rows = await sql<{ chatId: string }[]>`
      update calls set lease_until = ${lease(sql)} where chat_id = any(${chatIds as string[]}::uuid[]) returning chat_id`;
    return rows.map((row) => row.chatId);
  },

  /** Null when there was none, or somebody else has ended it. */
  async end(sql: Sql, chatId: string, { only }: { only?: EndOnly | undefined } = {}): Promise<CallRow | null> {
    const [call] = await sql<CallRow[]>`
      delete from calls
      where chat_id = ${chatId}
        ${only === 'unanswered' ? sql`and answered_at is null` : sql``}
        ${only === 'abandoned' ? sql`and lease_until < now()` : sql``}
      returning chat_id, started_by, (extract(epoch from now() - answered_at) * 1000)::float8 as talked_ms`;
    return call ?? null;
  },

  async isStarter(sql: Sql, chatId: string, userId: string): Promise<boolean> {
    const rows = await sql`select from calls where chat_id = ${chatId} and started_by = ${userId}`;
    return rows.length > 0;
  },

  async listAbandoned(sql: Sql): Promise<string[]> {
    const rows = await sql<{ chatId: string }[]>`select chat_id from calls where lease_until < now()`;
    return rows.map((row) => row.chatId);
  },
};
