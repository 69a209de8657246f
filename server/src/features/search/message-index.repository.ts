import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** A message as it goes into the index. Null when it has no words. */
export interface IndexedMessage {
  readonly chatId: ChatId;
  readonly seq: number;
  readonly tokens: readonly number[] | null;
}

/** A message that changed since its chat was indexed. */
export interface UnindexedMessage {
  readonly chatId: ChatId;
  readonly seq: number;
  readonly rev: number;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly isDeleted: boolean;
}

/** How far a chat is indexed, and how far it could be. */
export interface Progress {
  readonly chatId: ChatId;
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

  /** Of those chats that exist. */
  async listProgress(sql: Sql, chatIds: readonly ChatId[]): Promise<Progress[]> {
    return sql<Progress[]>`
      select id as chat_id, coalesce(rev, 0)::float8 as indexed_rev, (last_seq + change_count)::float8 as chat_rev
      from chats
      left join message_index_progress on chat_id = id
      where id = any(${chatIds}::uuid[])`;
  },

  /** What changed in each chat after its rev, by rev. */
  async listChanged(sql: Sql, chats: readonly Progress[], limitPerChat: number): Promise<UnindexedMessage[]> {
    return sql<UnindexedMessage[]>`
      select changed.*
      from unnest(
        ${chats.map(({ chatId }) => chatId)}::uuid[], ${chats.map(({ indexedRev }) => indexedRev)}::bigint[]
      ) with ordinality as outdated (chat_id, indexed_rev, number)
      cross join lateral (
        select
          chat_id, seq::float8 as seq, coalesce(rev, seq)::float8 as rev, author_id, type, content,
          deleted_at is not null as is_deleted
        from messages
        where messages.chat_id = outdated.chat_id and coalesce(messages.rev, seq) > indexed_rev
        order by coalesce(messages.rev, seq)
        limit ${limitPerChat}
      ) as changed
      order by number, changed.rev`;
  },

  /** Nothing waits for the disk: after a crash, the progress and what it stands for are lost together. */
  async prepare(tx: Sql): Promise<void> {
    await tx.script('set local synchronous_commit = off');
  },

  /** Moves the progress of chats from one rev to another. Returns those that no other node has moved, or is moving. */
  async moveProgress(
    tx: Sql,
    steps: readonly { readonly chatId: ChatId; readonly from: number; readonly to: number }[],
  ): Promise<ChatId[]> {
    const moved = await tx<{ chatId: ChatId }[]>`
      with steps as materialized (
        select *
        from unnest(
          ${steps.map(({ chatId }) => chatId)}::uuid[], ${steps.map(({ from }) => from)}::bigint[],
          ${steps.map(({ to }) => to)}::bigint[]
        ) as steps (chat_id, from_rev, to_rev)
      ),
      free as materialized (
        select progress.chat_id, to_rev
        from message_index_progress as progress
        join steps on steps.chat_id = progress.chat_id and from_rev = progress.rev
        for update of progress skip locked
      ),
      updated as (
        update message_index_progress as progress set rev = to_rev
        from free
        where free.chat_id = progress.chat_id
        returning progress.chat_id
      ),
      inserted as (
        insert into message_index_progress (chat_id, rev)
        -- In one order: two nodes would wait for each other.
        select chat_id, to_rev from steps join chats on id = chat_id where from_rev = 0 order by chat_id
        on conflict do nothing
        returning chat_id
      )
      select chat_id from updated union all select chat_id from inserted`;
    return moved.map(({ chatId }) => chatId);
  },

  /** Reactions and pins change a message, but not its words: such rows are not written again. */
  async write(tx: Sql, messages: readonly IndexedMessage[]): Promise<void> {
    const empty = messages.filter(({ tokens }) => tokens === null);
    if (empty.length > 0) {
      await tx`
        delete from message_index
        using unnest(
          ${empty.map(({ chatId }) => chatId)}::uuid[], ${empty.map(({ seq }) => seq)}::bigint[]
        ) as empty (chat_id, seq)
        where message_index.chat_id = empty.chat_id and message_index.seq = empty.seq`;
    }
    const found = messages.flatMap(({ chatId, seq, tokens }) =>
      tokens === null ? [] : [{ chatId, seq, list: `{${tokens.join(',')}}` }],
    );
    await tx`
      insert into message_index (chat_id, seq, sent_at, tokens)
      select found.chat_id, found.seq, created_at, list::integer[]
      from unnest(
        ${found.map(({ chatId }) => chatId)}::uuid[], ${found.map(({ seq }) => seq)}::bigint[],
        ${found.map(({ list }) => list)}::text[]
      ) as found (chat_id, seq, list)
      join messages on messages.chat_id = found.chat_id and messages.seq = found.seq
      on conflict (chat_id, seq) do update set tokens = excluded.tokens
      where message_index.tokens is distinct from excluded.tokens`;
  },

  async remove(tx: Sql, chatId: ChatId): Promise<void> {
    // In the order in which a batch is written.
    await tx`delete from message_index_progress where chat_id = ${chatId}`;
    await tx`delete from message_index where chat_id = ${chatId}`;
  },

  /** Chats that were deleted while no node was looking. */
  async listGone(sql: Sql): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`
      select chat_id from message_index_progress where not exists (select from chats where id = chat_id)`;
    return rows.map(({ chatId }) => chatId);
  },
};
