import type { Sql } from '../../platform/db/database.ts';

export interface MessageRow {
  readonly id: string;
  readonly chatId: string;
  readonly seq: number;
  readonly type: 'text' | 'system' | 'image' | 'emoji' | 'fileTransfer' | 'file';
  readonly content: string;
  readonly createdAt: Date;
  readonly authorId: string | null;
  readonly clientId: string | null;
  readonly authorName: string | null;
  readonly authorAvatarFile: string | null;
}

/** Where a page lies: `skip` counts from the newest, `before` and `after` are places. */
export interface PagePlace {
  readonly skip?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

const columns = (sql: Sql) => sql`
  messages.id, chat_id, seq::float8 as seq, type, content, messages.created_at, author_id, client_id,
  users.name as author_name, users.avatar_file as author_avatar_file`;

export const messages = {
  /** In the order of their chat. */
  async list(sql: Sql, ids: readonly string[]): Promise<MessageRow[]> {
    return sql<MessageRow[]>`
      select ${columns(sql)}
      from messages
      left join users on users.id = author_id
      where messages.id = any(${ids as string[]}) and deleted_at is null
      order by chat_id, seq`;
  },

  /** Null when it does not exist or the reader may not see it; a tombstone is found by its author only. */
  async findFor(sql: Sql, id: string, userId: string) {
    const [message] = await sql<{ chatId: string; authorId: string | null; type: string; isDeleted: boolean }[]>`
      select messages.chat_id, author_id, type, deleted_at is not null as is_deleted
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      where messages.id = ${id} and (deleted_at is null or author_id = ${userId})`;
    return message ?? null;
  },

  /** The row stays, so that places have no gaps and a late retry finds it; what it said is gone. */
  async bury(sql: Sql, id: string): Promise<void> {
    const [buried] = await sql<{ chatId: string; seq: string }[]>`
      update messages set deleted_at = now(), content = '', upload_file = null where id = ${id} returning chat_id, seq`;
    if (!buried) return;
    await sql`
      update chats
      set (head_seq, head_type, head_content, head_author_id, head_at) = (
        select coalesce(max(seq), 0), max(type), max(left(content, 200)), max(author_id::text)::uuid, max(created_at)
        from (
          select seq, type, content, author_id, created_at
          from messages
          where chat_id = ${buried.chatId} and deleted_at is null
          order by seq desc
          limit 1
        ) as newest
      )
      where id = ${buried.chatId} and head_seq = ${buried.seq}`;
  },

  /** True for a picture that this person uploaded. */
  async isOwnImage(sql: Sql, fileName: string, userId: string): Promise<boolean> {
    const rows = await sql`
      select from uploads where file_name = ${fileName} and owner_id = ${userId} and kind = 'image'`;
    return rows.length > 0;
  },

  /** Newest first. Nothing from before the reader joined; null for outsiders. */
  async listPage(
    sql: Sql,
    reader: { chatId: string; userId: string },
    { limit, skip = 0, before, after }: PagePlace & { limit: number },
  ): Promise<MessageRow[] | null> {
    const [member] = await sql<{ joinedSeq: string }[]>`
      select joined_seq from chat_members where chat_id = ${reader.chatId} and user_id = ${reader.userId}`;
    if (!member) return null;

    const rows = await sql<MessageRow[]>`
      select ${columns(sql)}
      from messages
      left join users on users.id = author_id
      where chat_id = ${reader.chatId}
        and seq > ${member.joinedSeq}::bigint
        and deleted_at is null
        ${before === undefined ? sql`` : sql`and seq < ${before}::bigint`}
        ${after === undefined ? sql`` : sql`and seq > ${after}::bigint`}
      order by seq ${after === undefined ? sql`desc` : sql`asc`}
      limit ${limit}
      offset ${skip}`;
    return after === undefined ? rows : rows.toReversed();
  },
};
