import { type ChatId, limits, type MessageId, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { FoundMentions } from './mentions.repository.ts';
import { messageColumns, messageJoins, type MessageRow } from './messages.repository.ts';

/** A message that changed; of a deleted one only its place is left. */
export type ChangedRow = MessageRow & { readonly isDeleted: boolean };

/** A rev of a chat after which changes are read. */
export interface ChangeStart {
  readonly chatId: ChatId;
  readonly rev: number;
}

/** One more than a page, which shows whether there are more. */
const changesLimit = limits.changesPageMax + 1;
/** A page of long messages has fewer of them. */
const maxBytesOfPage = 256 * 1024;

export const messageChangeRepository = {
  /** For each start the messages of its chat that changed after that rev, new and deleted ones included, by their rev. */
  async listChanges(sql: Sql, starts: readonly ChangeStart[], limit: number) {
    const rows = await sql<(ChangedRow & { startIndex: number })[]>`
      select ${messageColumns(sql)}, deleted_at is not null as is_deleted, (start_number - 1)::int as start_index
      from unnest(
        ${starts.map(({ chatId }) => chatId)}::uuid[], ${starts.map(({ rev }) => rev)}::bigint[]
      ) with ordinality as start (in_chat, after_rev, start_number)
      cross join lateral (
        select * from messages
        where chat_id = in_chat and coalesce(rev, seq) > after_rev
        order by coalesce(rev, seq)
        limit ${limit}
      ) as messages
      ${messageJoins(sql)}
      order by start_number, coalesce(rev, seq)`;
    return new Map(starts.map((start, index) => [start, rows.filter(({ startIndex }) => startIndex === index)]));
  },

  /**
   * What a member sees of the changes after a rev, by rev, and the chat's rev. At least one, then as many as are not too
   * large together. Null for outsiders.
   */
  async findChanges(
    sql: Sql,
    { chatId, userId }: { chatId: ChatId; userId: UserId },
    { after, limit }: { after: number; limit: number },
  ): Promise<{ rows: ChangedRow[]; rev: number; hiddenUpTo: number; haveMore: boolean } | null> {
    type Row = (ChangedRow | { readonly [Column in keyof ChangedRow]: null }) & {
      readonly chatRev: number;
      readonly joinedSeq: number;
      /** Of a page without a limit of bytes; null without any. */
      readonly foundCount: number | null;
    };
    const rows = await sql<Row[]>`
      select ${messageColumns(sql)}, deleted_at is not null as is_deleted, (last_seq + change_count)::float8 as chat_rev,
        joined_seq::float8 as joined_seq, found_count
      from chat_members
      join chats on chats.id = chat_members.chat_id
      left join lateral (
        select
          *,
          sum(octet_length(content)) over (order by coalesce(rev, seq)) - octet_length(content) as bytes_before,
          count(*) over ()::int as found_count
        from (
          select *
          from messages
          where messages.chat_id = ${chatId}
            -- A rev is never below the seq: what came before joining is not even looked at.
            and coalesce(rev, seq) > greatest(${after}::bigint, joined_seq)
            and seq > joined_seq
          order by coalesce(rev, seq)
          limit ${sql.constant(changesLimit)}
        ) as found
      ) as messages on bytes_before < ${sql.constant(maxBytesOfPage)}
      ${messageJoins(sql, { joinedSeq: sql`joined_seq` })}
      where chat_members.chat_id = ${chatId} and user_id = ${userId}
      order by coalesce(rev, seq)`;
    const [first] = rows;
    if (!first) return null;
    const changed = rows.filter((row) => row.id !== null).slice(0, limit);
    const haveMore = changed.length < (first.foundCount ?? 0);
    return { rows: changed, rev: first.chatRev, hiddenUpTo: first.joinedSeq, haveMore };
  },

  /** Replaces the content and keeps what it was. The chat must be locked. */
  async edit(
    sql: Sql,
    id: MessageId,
    { type, content, mentioned }: Pick<MessageRow, 'type' | 'content'> & { mentioned: FoundMentions | null },
  ): Promise<void> {
    await sql`
      insert into message_versions (message_id, at, content)
      select id, coalesce(edited_at, created_at), content from messages where id = ${id}`;
    await sql`
      update messages
      set content = ${content}, type = ${type}, edited_at = clock_timestamp(), rev = next_rev(chat_id),
          mention_ids = ${mentioned?.ids ?? null}, mentions_all = ${mentioned?.mentionsAll ?? false}
      where id = ${id}`;
    await sql`
      update chats
      set head_type = ${type}, head_content = left(${content}, 200)
      from messages
      where messages.id = ${id} and chats.id = chat_id and head_seq = seq`;
  },

  /** Oldest first, the present one last. Of very many only the newest. */
  async listVersions(sql: Sql, id: MessageId): Promise<{ content: string; at: Date }[]> {
    const versions = await sql<{ content: string; at: Date }[]>`
      select content, at from message_versions where message_id = ${id}
      union all
      select content, coalesce(edited_at, created_at) from messages where id = ${id}
      order by at desc
      limit ${limits.versionsMax}`;
    return versions.toReversed();
  },
};
