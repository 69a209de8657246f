import type { ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { messageColumns, messageJoins, type MessageRow } from '../messages/index.ts';

/** A chat of the person who searches. */
export interface SearchedChat {
  readonly chatId: ChatId;
  /** They see what comes after it. */
  readonly joinedSeq: number;
  /** Up to this rev, the index has what the chat has. */
  readonly indexedRev: number;
  readonly rev: number;
}

/** A message that may be what was searched for. */
export interface Candidate extends SearchPosition {
  readonly id: MessageId;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly isDeleted: boolean;
}

/** The place of a message among others. Many can be sent at the same time. */
export interface SearchPosition {
  readonly sentAtUs: number;
  readonly chatId: ChatId;
  readonly seq: number;
}

/** When messages were sent, in milliseconds. */
export interface SearchPeriod {
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

export interface IndexQuery {
  readonly tokens: readonly number[];
  readonly chatTokens: readonly number[];
  readonly chats: readonly SearchedChat[];
  readonly period: SearchPeriod;
  readonly after: SearchPosition | null;
  readonly limit: number;
}

const microseconds = (sql: Sql, column: ReturnType<Sql>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`;
const toTime = (sql: Sql, us: number) => sql`to_timestamp(${us}::float8 / 1000000)`;

const isWithin = (sql: Sql, { fromMs, untilMs }: SearchPeriod) => sql`
  ${fromMs === null ? sql`` : sql`and sent_at >= ${toTime(sql, fromMs * 1000)}`}
  ${untilMs === null ? sql`` : sql`and sent_at < ${toTime(sql, untilMs * 1000)}`}`;

/** The messages of `found`, newest first. */
const candidates = (sql: Sql) => sql`
  select
    id, messages.chat_id, messages.seq::float8 as seq, author_id, type, content,
    deleted_at is not null as is_deleted, ${microseconds(sql, sql`created_at`)}::float8 as sent_at_us
  from found
  join messages on messages.chat_id = found.chat_id and messages.seq = found.seq
  order by created_at desc, messages.chat_id desc, messages.seq desc`;

export const searchRepository = {
  /** The chats of a person, or the one of them that is asked for, the latest activity first. */
  async listChats(sql: Sql, userId: UserId, chatId: ChatId | undefined): Promise<SearchedChat[]> {
    return sql<SearchedChat[]>`
      select
        chats.id as chat_id, joined_seq::float8 as joined_seq, coalesce(rev, 0)::float8 as indexed_rev,
        (last_seq + change_count)::float8 as rev
      from chat_members
      join chats on chats.id = chat_members.chat_id
      left join message_index_progress on message_index_progress.chat_id = chats.id
      where user_id = ${userId} ${chatId === undefined ? sql`` : sql`and chats.id = ${chatId}`}
      order by last_activity_at desc`;
  },

  /** A plan for these words and chats: a general one knows neither how many there are nor how rare. */
  async prepare(tx: Sql): Promise<void> {
    await tx.script('set local enable_seqscan = off; set local plan_cache_mode = force_custom_plan');
  },

  /** Limits the statements that follow. */
  async limitTime(tx: Sql, ms: number): Promise<void> {
    await tx.script(`set local statement_timeout = ${Math.ceil(ms)}`);
  },

  /** About how many messages `findIndexed` would look at, as the statistics of the database have it. */
  async estimate(tx: Sql, { tokens, chatTokens }: Pick<IndexQuery, 'tokens' | 'chatTokens'>): Promise<number> {
    const [row] = await tx<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }[]>`
      explain (format json)
      select from message_index where tokens @> ${tokens}::integer[] and tokens && ${chatTokens}::integer[]`;
    return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  },

  /**
   * The same among the newest messages of each chat, which finds a common word without reading all its messages. Complete
   * from the time on from which all messages of all chats were looked at.
   */
  async findRecent(tx: Sql, { tokens, chats, period, limit }: IndexQuery, perChat: number): Promise<Candidate[]> {
    return tx<Candidate[]>`
      with recent as materialized (
        select mine.chat_id, entry.seq, entry.sent_at, entry.tokens, count(*) over chat as count,
          min(entry.sent_at) over chat as looked_at_from
        from unnest(
          ${chats.map(({ chatId }) => chatId)}::uuid[], ${chats.map(({ joinedSeq }) => joinedSeq)}::bigint[]
        ) as mine (chat_id, joined_seq)
        cross join lateral (
          select seq, sent_at, tokens
          from message_index
          where message_index.chat_id = mine.chat_id and seq > joined_seq
          order by seq desc
          limit ${perChat}
        ) as entry
        window chat as (partition by mine.chat_id)
      ),
      found as materialized (
        select chat_id, seq
        from recent
        where tokens @> ${tokens}::integer[]
          and sent_at > coalesce((select max(looked_at_from) from recent where count = ${perChat}), '-infinity')
          ${isWithin(tx, period)}
        order by sent_at desc, chat_id desc, seq desc
        limit ${limit}
      )
      ${candidates(tx)}`;
  },

  /** Messages with all tokens in one of these chats, newest first. */
  async findIndexed(tx: Sql, { tokens, chatTokens, chats, period, after, limit }: IndexQuery): Promise<Candidate[]> {
    return tx<Candidate[]>`
      with found as materialized (
        select message_index.chat_id, message_index.seq
        from message_index
        join unnest(
          ${chats.map(({ chatId }) => chatId)}::uuid[], ${chats.map(({ joinedSeq }) => joinedSeq)}::bigint[]
        ) as mine (chat_id, joined_seq) on mine.chat_id = message_index.chat_id and message_index.seq > mine.joined_seq
        where tokens @> ${tokens}::integer[]
          and tokens && ${chatTokens}::integer[]
          ${isWithin(tx, period)}
          ${
            after === null
              ? tx``
              : tx`and (sent_at, message_index.chat_id, message_index.seq)
            < (${toTime(tx, after.sentAtUs)}, ${after.chatId}::uuid, ${after.seq}::bigint)`
          }
        order by sent_at desc, message_index.chat_id desc, message_index.seq desc
        limit ${limit}
      )
      ${candidates(tx)}`;
  },

  /** What is not in the index yet: the latest changes of each chat, up to two limits. */
  async listUnindexed(
    tx: Sql,
    chats: readonly SearchedChat[],
    { limit, limitPerChat }: { limit: number; limitPerChat: number },
  ): Promise<Candidate[]> {
    return tx<Candidate[]>`
      select
        id, messages.chat_id, seq::float8 as seq, author_id, type, content,
        deleted_at is not null as is_deleted, ${microseconds(tx, tx`created_at`)}::float8 as sent_at_us
      from unnest(
        ${chats.map(({ chatId }) => chatId)}::uuid[], ${chats.map(({ joinedSeq }) => joinedSeq)}::bigint[],
        ${chats.map(({ indexedRev }) => indexedRev)}::bigint[]
      ) with ordinality as mine (chat_id, joined_seq, indexed_rev, number)
      cross join lateral (
        select * from messages
        where messages.chat_id = mine.chat_id
          -- A rev is never below the seq: what came before joining is not even looked at.
          and coalesce(rev, seq) > greatest(indexed_rev, joined_seq)
          and seq > joined_seq
        order by coalesce(rev, seq) desc
        limit ${limitPerChat}
      ) as messages
      order by number
      limit ${limit}`;
  },

  /** Those of these messages that a person sees, in any order. */
  async listFor(sql: Sql, ids: readonly MessageId[], userId: UserId): Promise<MessageRow[]> {
    return sql<MessageRow[]>`
      select ${messageColumns(sql)}
      from messages
      join chat_members
        on chat_members.chat_id = messages.chat_id and chat_members.user_id = ${userId} and seq > joined_seq
      ${messageJoins(sql, { joinedSeq: sql`joined_seq` })}
      where messages.id = any(${ids}::uuid[]) and deleted_at is null`;
  },
};
