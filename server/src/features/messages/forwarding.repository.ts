import type { ChatId, ClientId, Mention, MessageId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { mentionsOf } from '../chats/index.ts';
import type { NewMessage } from './message-batches.repository.ts';
import { isSendLimited, type MessageRow } from './messages.repository.ts';

/** A message to be forwarded. */
export interface OriginalMessage extends Pick<NewMessage, 'content' | 'uploadFile' | 'fileSize'> {
  readonly id: MessageId;
  readonly type: MessageRow['type'];
  /** Of the first original, if it was forwarded before. */
  readonly authorName: string;
  readonly durationMs: number | null;
  readonly waveform: string | null;
  /** Null when it mentions nobody. */
  readonly mentions: readonly Mention[] | null;
}

export const forwardingRepository = {
  /**
   * Locks those of the chats in which this person is, in the order in which batches of messages lock theirs, and returns
   * what keeps the person from sending to each.
   */
  async lockChats(sql: Sql, chatIds: readonly ChatId[], userId: UserId) {
    await sql`
      select from chats
      where id = any(${chatIds}::uuid[])
        and exists (select from chat_members where chat_id = chats.id and user_id = ${userId})
      order by id
      for update`;
    // A statement of its own: that of the lock does not see what changed while it waited.
    return sql<{ isInBlockedChat: boolean; isSendLimited: boolean }[]>`
      select is_blocked as is_in_blocked_chat, ${isSendLimited(sql)} as is_send_limited
      from chats
      join chat_members on chat_id = id and user_id = ${userId}
      where id = any(${chatIds}::uuid[])
      order by id`;
  },

  /** Those of the messages that this person can see, in any order. */
  async listOriginals(sql: Sql, ids: readonly MessageId[], userId: UserId): Promise<OriginalMessage[]> {
    return sql<OriginalMessage[]>`
      select
        messages.id, type, content, upload_file, file_size::float8 as file_size, uploads.duration_ms, uploads.waveform,
        coalesce(forwarded_from, users.name, 'Deleted account') as author_name,
        ${mentionsOf(sql, sql`messages`)} as mentions
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      left join users on users.id = author_id
      left join uploads on uploads.file_name = upload_file
      where messages.id = any(${ids}::uuid[]) and deleted_at is null
      order by messages.id`;
  },

  /** What this person sent to the chats with these idempotency keys, in the order of the chats and keys. */
  async listSentIds(
    sql: Sql,
    { chatIds, authorId, clientIds }: { chatIds: readonly ChatId[]; authorId: UserId; clientIds: readonly ClientId[] },
  ): Promise<MessageId[]> {
    const rows = await sql<{ id: MessageId }[]>`
      select messages.id
      from unnest(${chatIds}::uuid[]) with ordinality as chat (chat_id, chat_number)
      cross join unnest(${clientIds}::text[]) with ordinality as key (client_id, key_number)
      join messages
        on messages.chat_id = chat.chat_id and author_id = ${authorId} and messages.client_id = key.client_id
      order by chat_number, key_number`;
    return rows.map(({ id }) => id);
  },
};
