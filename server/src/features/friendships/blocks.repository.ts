import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { PersonRow } from '../users/index.ts';

export const blockRepository = {
  /** False when the person was blocked before. */
  async add(sql: Sql, blockerId: UserId, blockedId: UserId): Promise<boolean> {
    const added = await sql`
      insert into user_blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId})
      on conflict do nothing
      returning blocked_id`;
    return added.length === 1;
  },

  /** False when the person was not blocked. */
  async remove(sql: Sql, blockerId: UserId, blockedId: UserId): Promise<boolean> {
    const gone = await sql`
      delete from user_blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId} returning blocked_id`;
    return gone.length === 1;
  },

  async count(sql: Sql, blockerId: UserId): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from user_blocks where blocker_id = ${blockerId}`;
    return row?.count ?? 0;
  },

  /** Those of the two who have blocked the other. */
  async findBetween(sql: Sql, userId: UserId, otherId: UserId): Promise<UserId[]> {
    const rows = await sql<{ blockerId: UserId }[]>`
      select blocker_id from user_blocks
      where (blocker_id = ${userId} and blocked_id = ${otherId}) or (blocker_id = ${otherId} and blocked_id = ${userId})`;
    return rows.map((row) => row.blockerId);
  },

  async list(sql: Sql, blockerId: UserId, limit: number): Promise<PersonRow[]> {
    return sql<PersonRow[]>`
      select id, name, avatar_file
      from user_blocks
      join users on id = blocked_id
      where blocker_id = ${blockerId}
      order by lower(name), id
      limit ${limit}`;
  },
};
