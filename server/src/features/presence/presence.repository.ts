import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export const presenceRepository = {
  /**
   * For each person their friends and everybody they share a chat with: the people who may see their presence. Without
   * those who do not share theirs, who see nobody's either, and without those between whom there is a block.
   */
  async listRelated(sql: Sql, userIds: readonly UserId[]): Promise<Map<UserId, UserId[]>> {
    const rows = await sql<{ userId: UserId; relatedIds: UserId[] }[]>`
      select user_id, array_agg(related_id) as related_ids
      from (
        select requester_id as user_id, recipient_id as related_id
        from friendships
        where requester_id = any(${userIds}::uuid[]) and accepted_at is not null
        union
        select recipient_id, requester_id
        from friendships
        where recipient_id = any(${userIds}::uuid[]) and accepted_at is not null
        union
        select mine.user_id, other.user_id
        from chat_members mine
        join chat_members other on other.chat_id = mine.chat_id and other.user_id <> mine.user_id
        where mine.user_id = any(${userIds}::uuid[])
      ) as related
      where not exists (select from users where id = user_id and not shares_presence)
        and not exists (select from users where id = related_id and not shares_presence)
        and not exists (select from user_blocks where blocker_id = user_id and blocked_id = related_id)
        and not exists (select from user_blocks where blocker_id = related_id and blocked_id = user_id)
      group by user_id`;
    return new Map(rows.map(({ userId, relatedIds }) => [userId, relatedIds]));
  },
};
