import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface Connection {
  /** Whether neither may know if the other is online. */
  readonly isPresenceHidden: boolean;
}

export const fileTransferRepository = {
  /** Of friends who share a direct chat; null for everybody else. */
  async findConnection(sql: Sql, senderId: UserId, targetId: UserId): Promise<Connection | null> {
    const [connection] = await sql<Connection[]>`
      select
        exists (
          select from users where id in (${senderId}::uuid, ${targetId}::uuid) and not shares_presence
        ) as is_presence_hidden
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
    return connection ?? null;
  },
};
