import { type ChatId, type ClientId, limits, type Mention, type MessageId, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { mentionsOf } from '../chats/index.ts';

/** What a reply shows of the message that it replies to. */
export interface QuotedMessage {
  readonly id: MessageId;
  readonly seq: number;
  readonly type: MessageRow['type'];
  readonly content: string;
  readonly authorId: UserId | null;
  readonly authorName: string | null;
  readonly mentions: readonly Mention[] | null;
  /** There are members who joined later and cannot see it. */
  readonly isRestricted: boolean;
  /** Those of the chat when this was read: as long as both are the same, so is what every member sees of it. */
  readonly changeCount: number;
  readonly memberRev: number;
}

export interface MessageRow {
  readonly id: MessageId;
  readonly chatId: ChatId;
  readonly seq: number;
  readonly rev: number;
  readonly type: 'text' | 'system' | 'image' | 'emoji' | 'fileTransfer' | 'file' | 'voice';
  readonly content: string;
  readonly createdAt: Date;
  readonly authorId: UserId | null;
  readonly clientId: ClientId | null;
  readonly authorName: string | null;
  readonly authorAvatarFile: string | null;
  readonly uploadFile: string | null;
  readonly fileSize: number | null;
  readonly transferStatus: 'completed' | 'cancelled' | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** Numbers, separated by commas. */
  readonly waveform: string | null;
  readonly editedAt: Date | null;
  readonly hasReactions: boolean;
  /** The name of the original's author when it was forwarded. */
  readonly forwardedFrom: string | null;
  /** Null when it mentions nobody. */
  readonly mentions: readonly Mention[] | null;
  readonly pinnedAt: Date | null;
  /** The message that this one replies to; null for a message that is no reply, like the columns that follow. */
  readonly replyTo: MessageId | null;
  readonly quotedSeq: number | null;
  readonly quotedType: MessageRow['type'] | null;
  readonly quotedContent: string | null;
  readonly quotedMentions: readonly Mention[] | null;
  readonly quotedAuthorId: UserId | null;
  readonly quotedAuthorName: string | null;
  readonly isQuotedDeleted: boolean | null;
}

interface FoundMessage {
  readonly chatId: ChatId;
  readonly seq: number;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly uploadFile: string | null;
  readonly forwardedFrom: string | null;
  readonly mentionIds: UserId[] | null;
  readonly mentionsAll: boolean;
  readonly isDeleted: boolean;
  /** One of the two members of its chat has blocked the other. */
  readonly isInBlockedChat: boolean;
}

/** The position of a page: `skip` counts from the newest message, `before` and `after` are sequence numbers. */
export interface PagePosition {
  readonly skip?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** An empty page is one row with nothing but the read position. */
type PageRow = (MessageRow | { readonly [Column in keyof MessageRow]: null }) & { readonly readSeq: number };

interface MessagePage {
  readonly rows: MessageRow[];
  /** The reader's position when the page was read. */
  readonly readSeq: number;
}

/** One more than a page, which shows whether there are more. */
const usualLimit = limits.messagePageSize + 1;
const maxLimit = limits.messagePageMax + 1;

/** What a quote shows. A mention becomes a name, which is shorter: more is needed of a content that has some. */
const beginning = (sql: Sql, table: ReturnType<Sql>) => sql`left(
  ${table}.content,
  case when ${table}.mention_ids is null and not ${table}.mentions_all then ${sql.constant(limits.quoteMaxLength)}
  else ${sql.constant(limits.messageMaxLength)} end
)`;

/** The columns of `MessageRow`, from `messages` and `messageJoins`. */
export const messageColumns = (sql: Sql) => sql`
  messages.id, messages.chat_id, seq::float8 as seq, coalesce(rev, seq)::float8 as rev, type, content, messages.created_at, author_id, client_id,
  users.name as author_name, users.avatar_file as author_avatar_file,
  upload_file, file_size::float8 as file_size, transfer_status,
  uploads.width, uploads.height, uploads.duration_ms, uploads.waveform, edited_at, has_reactions,
  forwarded_from, pinned_at,
  ${mentionsOf(sql, sql`messages`)} as mentions,
  reply_to, quoted_seq, quoted_type, quoted_content, quoted_mentions, quoted_author_id, quoted_author_name, is_quoted_deleted`;

/** A quote is shown as deleted to those who joined after the original, which they cannot see. */
export const messageJoins = (sql: Sql, { joinedSeq = sql`0` } = {}) => sql`
  left join users on users.id = author_id
  left join uploads on uploads.file_name = upload_file
  left join lateral (
    select
      quoted.seq::float8 as quoted_seq, quoted.type as quoted_type,
      ${beginning(sql, sql`quoted`)} as quoted_content, ${mentionsOf(sql, sql`quoted`)} as quoted_mentions,
      quoted.author_id as quoted_author_id, quoted_author.name as quoted_author_name,
      quoted.deleted_at is not null or quoted.seq <= ${joinedSeq} as is_quoted_deleted
    from messages as quoted
    left join users as quoted_author on quoted_author.id = quoted.author_id
    where quoted.id = messages.reply_to
  ) as quote on messages.reply_to is not null`;

/** Of a member of a chat: whether only admins send, and they are none. */
export const isSendLimited = (sql: Sql) => sql`
  only_admins_send and cardinality(member_ids) > 2 and not is_admin and user_id <> owner_id`;

export const messageRepository = {
  /** Ordered by chat and sequence number. */
  async list(sql: Sql, ids: readonly MessageId[]): Promise<MessageRow[]> {
    return sql<MessageRow[]>`
      select ${messageColumns(sql)}
      from messages
      ${messageJoins(sql)}
      where messages.id = any(${ids}) and deleted_at is null
      order by chat_id, messages.seq`;
  },

  /** The last of these messages in each chat, by their ids, which start with the time of their creation. */
  async listLastSeqs(sql: Sql, { fromId }: { fromId: string }) {
    return sql<{ chatId: ChatId; lastSeq: number }[]>`
      select chat_id, max(seq)::float8 as last_seq from messages where id >= ${fromId} group by chat_id`;
  },

  /** Serializes with sending, because deleting may change the newest message in the chat's row. */
  async lockChatOf(sql: Sql, id: MessageId): Promise<void> {
    await sql`select from chats where id = (select chat_id from messages where id = ${id}) for update`;
  },

  /** Null when it does not exist or the reader may not see it; a tombstone is found by its author only. */
  async findFor(sql: Sql, id: MessageId, userId: UserId) {
    const [message] = await sql<FoundMessage[]>`
      select
        messages.chat_id, seq::float8 as seq, author_id, type, content, upload_file, forwarded_from,
        mention_ids, mentions_all, deleted_at is not null as is_deleted, is_blocked as is_in_blocked_chat
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      join chats on chats.id = messages.chat_id
      where messages.id = ${id} and (deleted_at is null or author_id = ${userId})`;
    return message ?? null;
  },

  /** A message that this member can reply to; null when it does not exist or they cannot see it. */
  async findQuoted(
    sql: Sql,
    { id, chatId, userId }: { id: MessageId; chatId: ChatId; userId: UserId },
  ): Promise<QuotedMessage | null> {
    const [quoted] = await sql<QuotedMessage[]>`
      select
        messages.id, seq::float8 as seq, type, ${beginning(sql, sql`messages`)} as content,
        ${mentionsOf(sql, sql`messages`)} as mentions, author_id, users.name as author_name,
        exists (
          select from chat_members as late where late.chat_id = messages.chat_id and late.joined_seq >= seq
        ) as is_restricted,
        change_count::float8 as change_count, member_rev::float8 as member_rev
      from messages
      join chats on chats.id = messages.chat_id
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      left join users on users.id = author_id
      where messages.id = ${id} and messages.chat_id = ${chatId} and deleted_at is null and type <> 'system'`;
    return quoted ?? null;
  },

  /** The message that was sent with this idempotency key. */
  async findSentId(
    sql: Sql,
    { chatId, authorId, clientId }: { chatId: ChatId; authorId: UserId; clientId: ClientId },
  ): Promise<MessageId | null> {
    const [sent] = await sql<{ id: MessageId }[]>`
      select id from messages where chat_id = ${chatId} and author_id = ${authorId} and client_id = ${clientId}`;
    return sent?.id ?? null;
  },

  /** Soft-deletes a message. The row stays, so that sequence numbers have no gaps and a late retry finds it. */
  async softDelete(sql: Sql, id: MessageId): Promise<{ rev: number }> {
    await sql`delete from message_versions where message_id = ${id}`;
    await sql`delete from message_reactions where message_id = ${id}`;
    const [deleted] = await sql<{ chatId: ChatId; seq: string; rev: number }[]>`
      update messages
      set deleted_at = now(), content = '', upload_file = null, file_size = null, transfer_status = null,
          has_reactions = false, mention_ids = null, mentions_all = false, pinned_at = null,
          rev = next_rev(chat_id)
      where id = ${id}
      returning chat_id, seq, rev::float8 as rev`;
    if (!deleted) throw new Error('The message does not exist');
    await sql`
      update chats
      set (head_seq, head_type, head_content, head_author_id, head_at) = (
        select coalesce(max(seq), 0), max(type), max(left(content, 200)), max(author_id::text)::uuid, max(created_at)
        from (
          select seq, type, content, author_id, created_at
          from messages
          where chat_id = ${deleted.chatId} and deleted_at is null
          order by seq desc
          limit 1
        ) as newest
      )
      where id = ${deleted.chatId} and head_seq = ${deleted.seq}`;
    return { rev: deleted.rev };
  },

  /** True for an image that this person uploaded. */
  async isOwnImage(sql: Sql, fileName: string, userId: UserId): Promise<boolean> {
    const rows = await sql`
      select from uploads where file_name = ${fileName} and owner_id = ${userId} and kind = 'image'`;
    return rows.length > 0;
  },

  /**
   * What keeps this person from sending to the chat: one of its two members has blocked the other, or only admins send.
   * Null for outsiders.
   */
  async findSendLimits(sql: Sql, chatId: ChatId, userId: UserId) {
    const [chat] = await sql<{ isBlocked: boolean; isSendLimited: boolean }[]>`
      select is_blocked, ${isSendLimited(sql)} as is_send_limited
      from chats
      join chat_members on chat_id = id and user_id = ${userId}
      where id = ${chatId}`;
    return chat ?? null;
  },

  /** The number of members; null for outsiders. */
  async countMembers(sql: Sql, chatId: ChatId, userId: UserId): Promise<number | null> {
    const [chat] = await sql<{ count: number; isIn: boolean }[]>`
      select count(*)::int as count, coalesce(bool_or(user_id = ${userId}), false) as is_in
      from chat_members
      where chat_id = ${chatId}`;
    return chat?.isIn === true ? chat.count : null;
  },

  /**
   * Membership, read position and page in one statement. Newest first, and nothing from before the reader joined. Null
   * for outsiders.
   */
  async findPage(
    sql: Sql,
    { chatId, userId }: { chatId: ChatId; userId: UserId },
    { limit, skip = 0, before, after }: PagePosition & { limit: number },
  ): Promise<MessagePage | null> {
    // The two sizes of the web client. With a parameter as limit, PostgreSQL would plan the statement at every call.
    const fetched = limit <= usualLimit ? usualLimit : maxLimit;
    // The lateral query selects the page first, by the index, so that skipped rows are not joined.
    const rows = await sql<PageRow[]>`
      select ${messageColumns(sql)}, read_seq::float8 as read_seq
      from chat_members
      left join lateral (
        select *
        from messages
        where messages.chat_id = ${chatId}
          and seq > joined_seq
          and deleted_at is null
          ${before === undefined ? sql`` : sql`and seq < ${before}::bigint`}
          ${after === undefined ? sql`` : sql`and seq > ${after}::bigint`}
        order by seq ${after === undefined ? sql`desc` : sql`asc`}
        limit ${sql.constant(fetched)}
        ${skip === 0 ? sql`` : sql`offset ${skip}`}
      ) as messages on true
      ${messageJoins(sql, { joinedSeq: sql`joined_seq` })}
      where chat_members.chat_id = ${chatId} and user_id = ${userId}
      order by messages.seq desc`;
    const [first] = rows;
    if (!first) return null;
    const page = rows.filter((row) => row.id !== null);
    // Paging forward, the rows nearest to `after` are the last ones.
    return { readSeq: first.readSeq, rows: after === undefined ? page.slice(0, limit) : page.slice(-limit) };
  },
};
