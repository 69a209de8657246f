import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface ReadRow {
  readonly userId: UserId;
  readonly seq: number;
  /** Null for what was read before times were kept, or on a node of the previous release. */
  readonly at: Date | null;
}

/** Read positions of members, and which system messages count as unread. */
export const readStateRepository = {
  async makeSystemMessageQuiet(sql: Sql, chatId: ChatId, seq: number): Promise<void> {
    await sql`
      update messages
      set is_quiet = true
      where chat_id = ${chatId} and seq = ${seq}::bigint and type = 'system'`;
  },

  /** Marks this message as read only if nothing before it is unread: the read position is a single number. */
  async markSystemMessageRead(
    sql: Sql,
    { chatId, userId, seq }: { chatId: ChatId; userId: UserId; seq: number },
  ): Promise<number | null> {
    const [moved] = await sql<{ readSeq: number }[]>`
      update chat_members
      set read_seq = ${seq}::bigint, read_at = now()
      where chat_id = ${chatId}
        and user_id = ${userId}
        and read_seq < ${seq}::bigint
        and not exists (
          select from messages
          where messages.chat_id = ${chatId}
            and messages.seq > greatest(read_seq, joined_seq)
            and messages.seq < ${seq}::bigint
            and author_id is distinct from ${userId}
            and deleted_at is null
            and not is_quiet
        )
      returning read_seq::float8 as read_seq`;
    return moved?.readSeq ?? null;
  },

  /** Never moves the read position back or beyond the last message. `readSeq` is null when it did not move. */
  async markRead(
    sql: Sql,
    { chatId, userId, seq }: { chatId: ChatId; userId: UserId; seq: number },
  ): Promise<{ readSeq: number | null; isMember: boolean }> {
    const [result] = await sql<{ readSeq: number | null; isMember: boolean }[]>`
      with moved as (
        update chat_members
        set read_seq = least(${seq}::bigint, chats.last_seq), read_at = now()
        from chats
        where chats.id = chat_id
          and chat_id = ${chatId}
          and user_id = ${userId}
          and read_seq < least(${seq}::bigint, chats.last_seq)
        returning read_seq
      )
      select
        (select read_seq::float8 from moved) as read_seq,
        exists (select from chat_members where chat_id = ${chatId} and user_id = ${userId}) as is_member`;
    return result ?? { readSeq: null, isMember: false };
  },

  /** Null for outsiders. Empty where the chat is too large or the viewer sends no receipts, and without those with a block in between. */
  async listReads(
    sql: Sql,
    { chatId, userId, maxMembers }: { chatId: ChatId; userId: UserId; maxMembers: number },
  ): Promise<ReadRow[] | null> {
    const rows = await sql<(ReadRow | { userId: null })[]>`
      with viewer as (
        select sends_receipts and cardinality(member_ids) <= ${maxMembers} as sees_reads
        from chat_members
        join users on users.id = user_id
        join chats on chats.id = chat_id
        where chat_id = ${chatId} and user_id = ${userId}
      )
      select reader.user_id, read_seq::float8 as seq, read_at as at
      from viewer
      left join lateral (
        select user_id, read_seq, read_at
        from chat_members
        join users on users.id = user_id
        where chat_id = ${chatId} and user_id <> ${userId} and sends_receipts and read_seq > joined_seq
          and not exists (
            select from user_blocks
            where (blocker_id = user_id and blocked_id = ${userId}) or (blocker_id = ${userId} and blocked_id = user_id)
          )
        order by user_id
        limit ${maxMembers}
      ) as reader on sees_reads
      order by reader.user_id`;
    return rows.length === 0 ? null : rows.flatMap((row) => (row.userId === null ? [] : [row]));
  },
};
