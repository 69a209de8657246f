import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Of a row of `chat_members` with its chat: in the archive until there is a newer message; if muted, also then. */
export const isArchived = (sql: Sql) => sql`archived_seq is not null and (is_muted or last_seq <= archived_seq)`;

/** The place of chats in one member's list. */
export const pinnedChatRepository = {
  /** In their order; locked until the transaction ends. The user must be locked before. */
  async lock(sql: Sql, userId: UserId): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`
      select chat_id
      from chat_members
      where user_id = ${userId} and pin_position is not null
      order by pin_position
      for no key update`;
    return rows.map((row) => row.chatId);
  },

  /** Whether the chat is in the user's list. Locks the membership until the transaction ends. */
  async lockListed(sql: Sql, chatId: ChatId, userId: UserId): Promise<boolean> {
    const listed = await sql`
      select
      from chat_members
      join chats on chats.id = chat_id
      where chat_id = ${chatId} and user_id = ${userId} and (hidden_seq is null or last_seq > hidden_seq)
      for no key update of chat_members`;
    return listed.length === 1;
  },

  /** Pins exactly these chats, in this order. */
  async set(sql: Sql, userId: UserId, chatIds: readonly ChatId[]): Promise<void> {
    // First, because no two rows may have the same position in between.
    await sql`update chat_members set pin_position = null where user_id = ${userId} and pin_position is not null`;
    await sql`
      update chat_members
      set pin_position = position, archived_seq = null
      from unnest(${chatIds}::uuid[]) with ordinality as pinned (id, position)
      where chat_id = pinned.id and user_id = ${userId}`;
  },

  /** Returns the last seq of the chat, up to which it is archived. */
  async archive(sql: Sql, chatId: ChatId, userId: UserId): Promise<number> {
    const [archived] = await sql<{ seq: number }[]>`
      update chat_members
      set archived_seq = last_seq
      from chats
      where chats.id = chat_id and chat_id = ${chatId} and user_id = ${userId}
      returning archived_seq::float8 as seq`;
    return archived?.seq ?? 0;
  },

  async unarchive(sql: Sql, chatId: ChatId, userId: UserId): Promise<void> {
    await sql`update chat_members set archived_seq = null where chat_id = ${chatId} and user_id = ${userId}`;
  },
};
