import type { ChatId, ParsedInputOf, getMedia, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { messageColumns, messageJoins, type MessageRow } from '../messages/index.ts';

export type MediaKind = ParsedInputOf<typeof getMedia>['kind'];

/** As the condition of the index has them: a parameter would not be recognised. */
const conditions: Record<MediaKind, (sql: Sql) => ReturnType<Sql>> = {
  image: (sql) => sql`type = 'image'`,
  file: (sql) => sql`type = 'file'`,
  voice: (sql) => sql`type = 'voice'`,
  link: (sql) => sql`type = 'text' and content like '%://%'`,
};

interface MediaPosition {
  readonly before: number | undefined;
  readonly limit: number;
}

export const mediaRepository = {
  /** What a member sees of one kind, newest first. Null for outsiders. */
  async list(
    sql: Sql,
    { chatId, userId }: { chatId: ChatId; userId: UserId },
    kind: MediaKind,
    { before, limit }: MediaPosition,
  ): Promise<MessageRow[] | null> {
    const rows = await sql<(MessageRow | { readonly [Column in keyof MessageRow]: null })[]>`
      select ${messageColumns(sql)}
      from chat_members
      left join lateral (
        select * from messages
        where messages.chat_id = ${chatId} and seq > joined_seq and deleted_at is null and ${conditions[kind](sql)}
          ${before === undefined ? sql`` : sql`and seq < ${before}`}
        order by seq desc
        limit ${limit}
      ) as messages on true
      ${messageJoins(sql, { joinedSeq: sql`joined_seq` })}
      where chat_members.chat_id = ${chatId} and chat_members.user_id = ${userId}
      order by seq desc`;
    return rows.length === 0 ? null : rows.filter((row) => row.id !== null);
  },
};
