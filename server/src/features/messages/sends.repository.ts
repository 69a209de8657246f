import type { Sql } from '../../platform/db/database.ts';
import type { MessageRow } from './messages.repository.ts';

/** One message on its way into the database. */
export interface NewMessage {
  readonly id: string;
  readonly chatId: string;
  readonly authorId: string;
  readonly type: 'text' | 'emoji' | 'image' | 'file' | 'fileTransfer';
  readonly content: string;
  readonly clientId: string | null;
  readonly uploadFile: string | null;
  readonly fileSize: number | null;
  readonly transferStatus: 'completed' | 'cancelled' | null;
}

/** What became of it: written now, written earlier under the same mark, or not written because the sender is no member. */
export type Written =
  | { readonly kind: 'new'; readonly row: MessageRow }
  | { readonly kind: 'earlier'; readonly messageId: string }
  | { readonly kind: 'refused' };

interface WrittenRow {
  readonly givenId: string;
  readonly earlierId: string | null;
  readonly seq: number | null;
  readonly createdAt: Date;
  readonly authorName: string;
  readonly authorAvatarFile: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Writes many messages in one statement and so with one flush to disk: the places in each chat are taken and the rows are
 * written together, in the order given. Chats are locked first, in one order, so that two batches cannot block each other.
 */
export async function writeMessages(sql: Sql, batch: readonly NewMessage[]): Promise<Map<string, Written>> {
  // Before the statement that decides: it sees what was committed while it waited, a removal for one.
  await sql`
    select from chats where id = any(${[...new Set(batch.map((message) => message.chatId))]}) order by id for update`;

  const column = <Key extends keyof NewMessage>(key: Key) => batch.map((message) => message[key]);
  const rows = await sql<WrittenRow[]>`
    with given as (
      select *
      from unnest(
        ${column('id')}::uuid[], ${column('chatId')}::uuid[], ${column('authorId')}::uuid[], ${column('type')}::text[],
        ${column('content')}::text[], ${column('clientId')}::text[], ${column('uploadFile')}::text[],
        ${column('fileSize')}::bigint[], ${column('transferStatus')}::text[]
      ) with ordinality as given (
        id, chat_id, author_id, type, content, client_id, upload_file, file_size, transfer_status, position
      )
    ),
    allowed as (
      select given.*, earlier.id as earlier_id
      from given
      join chat_members on chat_members.chat_id = given.chat_id and user_id = given.author_id
      left join messages as earlier
        on earlier.chat_id = given.chat_id
        and earlier.author_id = given.author_id
        and earlier.client_id = given.client_id
    ),
    fresh as (
      select *, row_number() over (partition by chat_id order by position) as place
      from allowed
      where earlier_id is null
    ),
    places as (
      update chats
      set last_seq = last_seq + wanted.count,
          last_activity_at = now(),
          head_seq = last_seq + wanted.count,
          head_type = newest.type,
          head_content = left(newest.content, 200),
          head_author_id = newest.author_id,
          head_at = now()
      from (select chat_id, count(*) as count from fresh group by chat_id) as wanted
      join fresh as newest on newest.chat_id = wanted.chat_id and newest.place = wanted.count
      where chats.id = wanted.chat_id
      returning chats.id, last_seq - wanted.count as before
    ),
    written as (
      insert into messages (
        id, chat_id, seq, author_id, type, content, client_id, upload_file, file_size, transfer_status
      )
      select
        fresh.id, chat_id, before + place, author_id, type, content, client_id, upload_file, file_size, transfer_status
      from fresh
      join places on places.id = chat_id
      returning id, seq, created_at
    )
    select
      given.id as given_id, earlier_id, written.seq::float8 as seq, written.created_at,
      users.name as author_name, users.avatar_file as author_avatar_file, uploads.width, uploads.height
    from given
    left join allowed on allowed.id = given.id
    left join written on written.id = given.id
    left join users on users.id = given.author_id
    left join uploads on uploads.file_name = given.upload_file`;
  const messageById = new Map(batch.map((message) => [message.id, message]));
  return new Map(rows.map((row) => [row.givenId, outcomeOf(row, messageById.get(row.givenId))]));
}

function outcomeOf(row: WrittenRow, message: NewMessage | undefined): Written {
  if (row.earlierId !== null) return { kind: 'earlier', messageId: row.earlierId };
  if (row.seq === null || !message) return { kind: 'refused' };
  const { seq, createdAt, authorName, authorAvatarFile, width, height } = row;
  return { kind: 'new', row: { ...message, seq, createdAt, authorName, authorAvatarFile, width, height } };
}
