import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export const fileTransferRepository = {
  /** True for friends who share a direct chat. */
  async areFriendsWithDirectChat(sql: Sql, senderId: UserId, targetId: UserId): Promise<boolean> {
    const rows = await sql`
      select
      where exists (
        select from friendships
        where lower_id = least(${senderId}::uuid, ${targetId}::uuid)
          and higher_id = greatest(${senderId}::uuid, ${targetId}::uuid)
          and accepted_at is not null
      )
      and exists (
        select from chat_members mine
        join chat_members theirs on theirs.chat_id = mine.chat_id and theirs.user_id = ${targetId}
        where mine.user_id = ${senderId}
          and (select count(*) from (select from chat_members where chat_id = mine.chat_id limit 3) as few) = 2
      )`;
    return rows.length > 0;
  },
};
