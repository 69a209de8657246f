import type { Sql } from '../../platform/db/database.ts';

/** Friends, and everybody one shares a chat with: those who may know whether one is online. */
export async function listRelated(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select recipient_id as id from friendships where requester_id = ${userId} and accepted_at is not null
    union
    select requester_id from friendships where recipient_id = ${userId} and accepted_at is not null
    union
    select other.user_id
    from chat_members mine
    join chat_members other on other.chat_id = mine.chat_id and other.user_id <> mine.user_id
    where mine.user_id = ${userId}`;
  return rows.map((row) => row.id);
}
