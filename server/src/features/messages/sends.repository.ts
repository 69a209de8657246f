import type { Sql } from '../../platform/db/database.ts';

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
export interface Written {
  readonly messageId: string | null;
  readonly isNew: boolean;
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
  const rows = await sql<{ givenId: string; messageId: string | null; isNew: boolean }[]>`
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
      returning id
    )
    select
      given.id as given_id,
      coalesce(allowed.earlier_id, written.id) as message_id,
      written.id is not null as is_new
    from given
    left join allowed on allowed.id = given.id
    left join written on written.id = given.id`;
  return new Map(rows.map(({ givenId, messageId, isNew }) => [givenId, { messageId, isNew }]));
}
