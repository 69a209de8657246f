import type { ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Those who reacted to a message with one emoji, in the order in which they did. */
export interface ReactionGroup {
  readonly emoji: string;
  readonly userIds: readonly UserId[];
}

/** One reaction of one person. */
export interface GivenReaction {
  readonly emoji: string;
  readonly userId: UserId;
}

export const reactionRepository = {
  /** The reactions to each of these messages that has some, by the first use of each emoji. */
  async listGroups(sql: Sql, messageIds: readonly MessageId[]): Promise<Map<MessageId, ReactionGroup[]>> {
    const rows = await sql<(ReactionGroup & { messageId: MessageId })[]>`
      select message_id, emoji, array_agg(user_id order by at, user_id) as user_ids
      from message_reactions
      where message_id = any(${messageIds}::uuid[])
      group by message_id, emoji
      order by message_id, min(at), emoji`;
    const groups = new Map<MessageId, ReactionGroup[]>();
    for (const { messageId, emoji, userIds } of rows) {
      const known = groups.get(messageId);
      if (known) known.push({ emoji, userIds });
      else groups.set(messageId, [{ emoji, userIds }]);
    }
    return groups;
  },

  /** Those of these people who can see the message, and what it is now. Null when it is deleted or a system message. */
  async findReactors(sql: Sql, messageId: MessageId, userIds: readonly UserId[]) {
    const [found] = await sql<{ rev: number; userIds: UserId[]; isInBlockedChat: boolean }[]>`
      select
        coalesce(rev, seq)::float8 as rev,
        array(
          select user_id from chat_members
          where chat_members.chat_id = messages.chat_id and user_id = any(${userIds}::uuid[]) and seq > joined_seq
        ) as user_ids,
        is_blocked as is_in_blocked_chat
      from messages
      join chats on chats.id = messages.chat_id
      where messages.id = ${messageId} and deleted_at is null and type <> 'system'`;
    return found ?? null;
  },

  async add(sql: Sql, messageId: MessageId, given: readonly GivenReaction[]): Promise<void> {
    await sql`
      insert into message_reactions (message_id, emoji, user_id)
      select ${messageId}, emoji, user_id
      from unnest(
        ${given.map(({ emoji }) => emoji)}::text[], ${given.map(({ userId }) => userId)}::uuid[]
      ) with ordinality as given (emoji, user_id, number)
      order by number`;
  },

  async remove(sql: Sql, messageId: MessageId, given: readonly GivenReaction[]): Promise<void> {
    await sql`
      delete from message_reactions
      using unnest(
        ${given.map(({ emoji }) => emoji)}::text[], ${given.map(({ userId }) => userId)}::uuid[]
      ) as given (emoji, user_id)
      where message_id = ${messageId}
        and message_reactions.emoji = given.emoji
        and message_reactions.user_id = given.user_id`;
  },

  /** Counts the change. The chat must be locked. */
  async markChanged(sql: Sql, messageId: MessageId, hasReactions: boolean) {
    const [changed] = await sql<{ chatId: ChatId; rev: number }[]>`
      update messages
      set has_reactions = ${hasReactions}, rev = next_rev(chat_id)
      where id = ${messageId}
      returning chat_id, rev::float8 as rev`;
    if (!changed) throw new Error('The message does not exist');
    return changed;
  },
};
