import type { Sql } from '../../platform/db/database.ts';

export interface PeopleFigures {
  readonly total: number;
  readonly verified: number;
  readonly suspended: number;
  readonly newThisWeek: number;
}

export interface StorageFigures {
  readonly uploadCount: number;
  readonly uploadBytes: number;
  readonly databaseBytes: number;
}

/** Counts over whole tables: not to be asked often. */
export const hostFiguresRepository = {
  async countPeople(sql: Sql): Promise<PeopleFigures> {
    const [figures] = await sql<PeopleFigures[]>`
      select
        count(*)::int as total,
        count(*) filter (where verified_at is not null)::int as verified,
        count(*) filter (where suspended_at is not null)::int as suspended,
        count(*) filter (where created_at > now() - interval '7 days')::int as new_this_week
      from users`;
    return figures ?? { total: 0, verified: 0, suspended: 0, newThisWeek: 0 };
  },

  async measureStorage(sql: Sql): Promise<StorageFigures> {
    const [figures] = await sql<StorageFigures[]>`
      select
        count(*)::int as upload_count, coalesce(sum(bytes), 0)::float8 as upload_bytes,
        pg_database_size(current_database())::float8 as database_bytes
      from uploads`;
    return figures ?? { uploadCount: 0, uploadBytes: 0, databaseBytes: 0 };
  },
};
