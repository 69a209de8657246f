import { type ChatId, type ClientId, limits, type MessageId, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface MessageRow {
  readonly id: MessageId;
  readonly chatId: ChatId;
  readonly seq: number;
  readonly rev: number;
  readonly type: 'text' | 'system' | 'image' | 'emoji' | 'fileTransfer' | 'file';
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
  readonly editedAt: Date | null;
}

/** A message that changed; of a deleted one only its place is left. */
export type ChangedRow = MessageRow & { readonly isDeleted: boolean };

interface FoundMessage {
  readonly chatId: ChatId;
  readonly seq: number;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly uploadFile: string | null;
  readonly isDeleted: boolean;
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

/** A rev of a chat after which changes are read. */
export interface ChangeStart {
  readonly chatId: ChatId;
  readonly rev: number;
}

/** One more than a page, which tells whether there are more. */
const usualLimit = limits.messagePageSize + 1;
const maxLimit = limits.messagePageMax + 1;
const changesLimit = limits.changesPageMax + 1;

const columns = (sql: Sql) => sql`
  messages.id, messages.chat_id, seq::float8 as seq, coalesce(rev, seq)::float8 as rev, type, content, messages.created_at, author_id, client_id,
  users.name as author_name, users.avatar_file as author_avatar_file,
  upload_file, file_size::float8 as file_size, transfer_status, uploads.width, uploads.height, edited_at`;

const joins = (sql: Sql) => sql`
  left join users on users.id = author_id
  left join uploads on uploads.file_name = upload_file`;

export const messageRepository = {
  /** Ordered by chat and sequence number. */
  async list(sql: Sql, ids: readonly MessageId[]): Promise<MessageRow[]> {
    return sql<MessageRow[]>`
      select ${columns(sql)}
      from messages
      ${joins(sql)}
      where messages.id = any(${ids}) and deleted_at is null
      order by chat_id, messages.seq`;
  },

  /** For each start the messages of its chat that changed after that rev, new and deleted ones included, by their rev. */
  async listChanges(sql: Sql, starts: readonly ChangeStart[], limit: number) {
    const rows = await sql<(ChangedRow & { startIndex: number })[]>`
      select ${columns(sql)}, deleted_at is not null as is_deleted, (start_number - 1)::int as start_index
      from unnest(
        ${starts.map(({ chatId }) => chatId)}::uuid[], ${starts.map(({ rev }) => rev)}::bigint[]
      ) with ordinality as start (in_chat, after_rev, start_number)
      cross join lateral (
        select * from messages
        where chat_id = in_chat and coalesce(rev, seq) > after_rev
        order by coalesce(rev, seq)
        limit ${limit}
      ) as messages
      ${joins(sql)}
      order by start_number, coalesce(rev, seq)`;
    return new Map(starts.map((start, index) => [start, rows.filter(({ startIndex }) => startIndex === index)]));
  },

  /** What a member sees of the changes after a rev, by rev, and the chat's rev. Null for outsiders. */
  async findChanges(
    sql: Sql,
    { chatId, userId }: { chatId: ChatId; userId: UserId },
    { after, limit }: { after: number; limit: number },
  ): Promise<{ rows: ChangedRow[]; rev: number } | null> {
    type Row = (ChangedRow | { readonly [Column in keyof ChangedRow]: null }) & { readonly chatRev: number };
    const rows = await sql<Row[]>`
      select ${columns(sql)}, deleted_at is not null as is_deleted, (last_seq + change_count)::float8 as chat_rev
      from chat_members
      join chats on chats.id = chat_members.chat_id
      left join lateral (
        select *
        from messages
        where messages.chat_id = ${chatId} and coalesce(rev, seq) > ${after}::bigint and seq > joined_seq
        order by coalesce(rev, seq)
        limit ${sql.constant(changesLimit)}
      ) as messages on true
      ${joins(sql)}
      where chat_members.chat_id = ${chatId} and user_id = ${userId}
      order by coalesce(rev, seq)`;
    const [first] = rows;
    if (!first) return null;
    return { rows: rows.filter((row) => row.id !== null).slice(0, limit), rev: first.chatRev };
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
        messages.chat_id, seq::float8 as seq, author_id, type, content, upload_file,
        deleted_at is not null as is_deleted
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      where messages.id = ${id} and (deleted_at is null or author_id = ${userId})`;
    return message ?? null;
  },

  /** Replaces the content and keeps what it was. The chat must be locked. */
  async edit(sql: Sql, id: MessageId, { type, content }: Pick<MessageRow, 'type' | 'content'>): Promise<void> {
    await sql`
      insert into message_versions (message_id, at, content)
      select id, coalesce(edited_at, created_at), content from messages where id = ${id}`;
    await sql`
      update messages
      set content = ${content}, type = ${type}, edited_at = clock_timestamp(), rev = next_rev(chat_id)
      where id = ${id}`;
    await sql`
      update chats
      set head_type = ${type}, head_content = left(${content}, 200)
      from messages
      where messages.id = ${id} and chats.id = chat_id and head_seq = seq`;
  },

  /** Oldest first, the present one last. */
  async listVersions(sql: Sql, id: MessageId): Promise<{ content: string; at: Date }[]> {
    return sql<{ content: string; at: Date }[]>`
      select content, at from message_versions where message_id = ${id}
      union all
      select content, coalesce(edited_at, created_at) from messages where id = ${id}
      order by at`;
  },

  /** Soft-deletes a message. The row stays, so that sequence numbers have no gaps and a late retry finds it. */
  async softDelete(sql: Sql, id: MessageId): Promise<{ rev: number }> {
    await sql`delete from message_versions where message_id = ${id}`;
    const [deleted] = await sql<{ chatId: ChatId; seq: string; rev: number }[]>`
      update messages
      set deleted_at = now(), content = '', upload_file = null, file_size = null, transfer_status = null,
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
      select ${columns(sql)}, read_seq::float8 as read_seq
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
      ${joins(sql)}
      where chat_members.chat_id = ${chatId} and user_id = ${userId}
      order by messages.seq desc`;
    const [first] = rows;
    if (!first) return null;
    const page = rows.filter((row) => row.id !== null);
    // Paging forward, the rows nearest to `after` are the last ones.
    return { readSeq: first.readSeq, rows: after === undefined ? page.slice(0, limit) : page.slice(-limit) };
  },
};
