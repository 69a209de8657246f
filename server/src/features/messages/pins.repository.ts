import { type ChatId, limits, type MessageId, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { messageColumns, messageJoins, type MessageRow } from './messages.repository.ts';

/** A message and what decides whether this person may pin it. */
interface PinnableMessage {
  readonly chatId: ChatId;
  readonly type: string;
  readonly isPinned: boolean;
  readonly ownerId: UserId;
  /** In a group, not the owner. */
  readonly isAdmin: boolean;
  readonly memberCount: number;
  readonly isInBlockedChat: boolean;
  /** Those that this person sees: others cannot be unpinned by them. */
  readonly pinCount: number;
  readonly userName: string;
}

export const pinRepository = {
  /** Null when it does not exist or this person cannot see it. */
  async find(sql: Sql, id: MessageId, userId: UserId): Promise<PinnableMessage | null> {
    const [message] = await sql<PinnableMessage[]>`
      select
        messages.chat_id, type, pinned_at is not null as is_pinned, owner_id, is_admin, users.name as user_name,
        cardinality(member_ids) as member_count, is_blocked as is_in_blocked_chat,
        (
          select count(*)::int from messages as pinned
          where pinned.chat_id = messages.chat_id and pinned.pinned_at is not null and pinned.seq > joined_seq
        ) as pin_count
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      join chats on chats.id = messages.chat_id
      join users on users.id = user_id
      where messages.id = ${id} and deleted_at is null`;
    return message ?? null;
  },

  /** Returns the rev of the change. The chat must be locked. */
  async set(sql: Sql, id: MessageId, isPinned: boolean): Promise<number> {
    // Without microseconds, which clients do not see: they sort by this time, too.
    const [changed] = await sql<{ rev: number }[]>`
      update messages
      set pinned_at = case when ${isPinned}::boolean then date_trunc('milliseconds', clock_timestamp()) end,
          rev = next_rev(chat_id)
      where id = ${id}
      returning rev::float8 as rev`;
    if (!changed) throw new Error('The message does not exist');
    return changed.rev;
  },

  /** What a member sees of the pinned messages, the newest pin first. Null for outsiders. */
  async list(sql: Sql, chatId: ChatId, userId: UserId): Promise<MessageRow[] | null> {
    const rows = await sql<(MessageRow | { readonly [Column in keyof MessageRow]: null })[]>`
      select ${messageColumns(sql)}
      from chat_members
      left join messages
        on messages.chat_id = ${chatId} and seq > joined_seq and pinned_at is not null and deleted_at is null
      ${messageJoins(sql, { joinedSeq: sql`joined_seq` })}
      where chat_members.chat_id = ${chatId} and user_id = ${userId}
      order by pinned_at desc, seq desc
      limit ${sql.constant(limits.pinsPerChat)}`;
    return rows.length === 0 ? null : rows.filter((row) => row.id !== null);
  },
};
