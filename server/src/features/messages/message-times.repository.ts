import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export const messageTimeRepository = {
  /**
   * The last position before a time, at least the one after which the member joined. Times increase like sequence
   * numbers, so a binary search finds it by the index of pages: an index by time would make sending slower. Null for
   * outsiders.
   */
  async findSeqBefore(
    sql: Sql,
    { chatId, userId }: { chatId: ChatId; userId: UserId },
    timeMs: number,
  ): Promise<number | null> {
    const [found] = await sql<{ seq: number }[]>`
      with recursive search as (
        -- Up to low, messages are from before the time; above high they are not.
        select least(joined_seq, last_seq) as low, last_seq as high
        from chat_members
        join chats on chats.id = chat_id
        where chat_id = ${chatId} and user_id = ${userId}
        union all
        select
          case when is_before then probed.seq else low end,
          case when is_before then high else probed.seq - 1 end
        from search
        join lateral (
          select seq, created_at < to_timestamp(${timeMs / 1000}::float8) as is_before
          from messages
          where chat_id = ${chatId} and seq = (low + high + 1) / 2
        ) as probed on true
        where low < high
      )
      select low::float8 as seq from search order by high - low limit 1`;
    return found?.seq ?? null;
  },
};
