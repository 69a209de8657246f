import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** A message as it goes into the index. Null when it has no words. */
interface IndexedMessage {
  readonly seq: number;
  readonly tokens: readonly number[] | null;
}

/** A message that changed since its chat was indexed. */
export interface UnindexedMessage {
  readonly seq: number;
  readonly rev: number;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly isDeleted: boolean;
}

/** How far a chat is indexed, and how far it could be. */
interface Progress {
  readonly indexedRev: number;
  readonly chatRev: number;
}

/** A chat in the order of the latest activity. */
export interface OutdatedChat {
  readonly chatId: ChatId;
  readonly activeAtUs: number;
}

export const messageIndexRepository = {
  /** Chats with messages that are not in the index as they are now, the latest activity first. */
  async listOutdated(sql: Sql, after: OutdatedChat | null, limit: number): Promise<OutdatedChat[]> {
    return sql<OutdatedChat[]>`
      select id as chat_id, (extract(epoch from last_activity_at) * 1000000)::bigint::float8 as active_at_us
      from chats
      left join message_index_progress on chat_id = id
      where last_seq + change_count > coalesce(rev, 0)
        ${after === null ? sql`` : sql`and (last_activity_at, id) < (to_timestamp(${after.activeAtUs}::float8 / 1000000), ${after.chatId}::uuid)`}
      order by last_activity_at desc, id desc
      limit ${limit}`;
  },

  /** How many messages, or changes of them, are not in the index. */
  async countOutdated(sql: Sql): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select coalesce(sum(last_seq + change_count - coalesce(rev, 0)), 0)::float8 as count
      from chats
      left join message_index_progress on chat_id = id`;
    return row?.count ?? 0;
  },

  /** Null when the chat does not exist. */
  async findProgress(sql: Sql, chatId: ChatId): Promise<Progress | null> {
    const [progress] = await sql<Progress[]>`
      select coalesce(rev, 0)::float8 as indexed_rev, (last_seq + change_count)::float8 as chat_rev
      from chats
      left join message_index_progress on chat_id = id
      where id = ${chatId}`;
    return progress ?? null;
  },

  /** What changed after a rev, by rev. */
  async listChanged(sql: Sql, chatId: ChatId, { rev, limit }: { rev: number; limit: number }) {
    return sql<UnindexedMessage[]>`
      select
        seq::float8 as seq, coalesce(rev, seq)::float8 as rev, author_id, type, content,
        deleted_at is not null as is_deleted
      from messages
      where chat_id = ${chatId} and coalesce(rev, seq) > ${rev}
      order by coalesce(rev, seq)
      limit ${limit}`;
  },

  /** Moves the progress of a chat from one rev to another. False when another node has moved it meanwhile. */
  async moveProgress(tx: Sql, chatId: ChatId, { from, to }: { from: number; to: number }): Promise<boolean> {
    await tx`
      insert into message_index_progress (chat_id, rev)
      select id, 0 from chats where id = ${chatId}
      on conflict do nothing`;
    const moved = await tx`
      update message_index_progress set rev = ${to} where chat_id = ${chatId} and rev = ${from} returning rev`;
    return moved.length > 0;
  },

  /** Reactions and pins change a message, but not its words: such rows are not written again. */
  async write(tx: Sql, chatId: ChatId, messages: readonly IndexedMessage[]): Promise<void> {
    const empty = messages.filter(({ tokens }) => tokens === null);
    await tx`
      delete from message_index where chat_id = ${chatId} and seq = any(${empty.map(({ seq }) => seq)}::bigint[])`;
    const found = messages.flatMap(({ seq, tokens }) =>
      tokens === null ? [] : [{ seq, list: `{${tokens.join(',')}}` }],
    );
    await tx`
      insert into message_index (chat_id, seq, sent_at, tokens)
      select ${chatId}, messages.seq, created_at, list::integer[]
      from unnest(${found.map(({ seq }) => seq)}::bigint[], ${found.map(({ list }) => list)}::text[]) as found (seq, list)
      join messages on messages.chat_id = ${chatId} and messages.seq = found.seq
      on conflict (chat_id, seq) do update set tokens = excluded.tokens
      where message_index.tokens is distinct from excluded.tokens`;
  },

  async remove(tx: Sql, chatId: ChatId): Promise<void> {
    await tx`delete from message_index where chat_id = ${chatId}`;
    await tx`delete from message_index_progress where chat_id = ${chatId}`;
  },

  /** Chats that were deleted while no node was looking. */
  async listGone(sql: Sql): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`
      select chat_id from message_index_progress where not exists (select from chats where id = chat_id)`;
    return rows.map(({ chatId }) => chatId);
  },
};
