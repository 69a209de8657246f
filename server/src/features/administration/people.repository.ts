import type { AdminPersonState, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { containsPattern } from '../../platform/db/like-pattern.ts';
import { appointedIds, isAdministrator, isFixedAdministrator } from '../users/index.ts';

export interface AdminPersonRow {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly avatarFile: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isVerified: boolean;
  readonly isSuspended: boolean;
  readonly isAdmin: boolean;
  readonly isAdminFixed: boolean;
  readonly storageBytes: number;
  readonly reportCount: number;
}

export interface PeopleFilter {
  readonly search: string;
  readonly state: AdminPersonState;
}

const columns = (sql: Sql) => sql`
  users.id, name, email, avatar_file, created_at,
  verified_at is not null as is_verified,
  suspended_at is not null as is_suspended,
  ${isAdministrator(sql)} as is_admin,
  ${isFixedAdministrator(sql)} as is_admin_fixed,
  (select date_trunc('day', max(last_used_at), 'UTC') from sessions where user_id = users.id) as last_used_at,
  (select coalesce(sum(bytes), 0)::float8 from uploads where owner_id = users.id) as storage_bytes,
  (select count(*)::int from reports where user_id = users.id) as report_count`;

const conditions: Record<AdminPersonState, (sql: Sql) => ReturnType<Sql>> = {
  all: (sql) => sql`true`,
  verified: (sql) => sql`verified_at is not null`,
  unverified: (sql) => sql`verified_at is null`,
  suspended: (sql) => sql`suspended_at is not null`,
  administrators: (sql) => sql`id in ${appointedIds(sql)} and ${isAdministrator(sql)}`,
};

export const peopleRepository = {
  async find(sql: Sql, id: UserId): Promise<AdminPersonRow | null> {
    const [person] = await sql<AdminPersonRow[]>`select ${columns(sql)} from users where id = ${id}`;
    return person ?? null;
  },

  /** The newest first, from before this one. The page is chosen before anything is counted for its people. */
  async list(
    sql: Sql,
    { search, state }: PeopleFilter,
    { beforeId, limit }: { beforeId: string | null; limit: number },
  ): Promise<AdminPersonRow[]> {
    const pattern = containsPattern(search);
    return sql<AdminPersonRow[]>`
      select ${columns(sql)}
      from users
      where id in (
        select id
        from users
        where ${conditions[state](sql)}
          ${beforeId === null ? sql`` : sql`and id < ${beforeId}`}
          ${search === '' ? sql`` : sql`and (name ilike ${pattern} or email ilike ${pattern})`}
        order by id desc
        limit ${limit}
      )
      order by id desc`;
  },
};
