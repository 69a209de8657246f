import type { Announcement } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface AnnouncementRow {
  readonly rev: number;
  /** Null, with everything below: nothing is announced. */
  readonly id: Announcement['_id'] | null;
  readonly text: string;
  readonly level: Announcement['level'];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

interface NewAnnouncement extends Pick<AnnouncementRow, 'text' | 'level'> {
  readonly id: Announcement['_id'];
  readonly expiresAt: string | null;
}

export const announcementRepository = {
  /** Null before the first one. */
  async find(sql: Sql): Promise<AnnouncementRow | null> {
    const [row] = await sql<AnnouncementRow[]>`
      select rev, case when expires_at > now() or expires_at is null then id end as id, text, level, created_at, expires_at
      from announcement`;
    return row ?? null;
  },

  /** Null, and nothing is written, when it would have expired already. */
  async publish(
    tx: Sql,
    { id, text, level, expiresAt }: NewAnnouncement,
  ): Promise<{ rev: number; createdAt: Date } | null> {
    const [published] = await tx<{ rev: number; createdAt: Date }[]>`
      insert into announcement (rev, id, text, level, created_at, expires_at)
      select 1, ${id}::uuid, ${text}, ${level}, now(), ${expiresAt}::timestamptz
      where ${expiresAt}::timestamptz is null or ${expiresAt}::timestamptz > now()
      on conflict (is_only) do update
      set
        rev = announcement.rev + 1, id = excluded.id, text = excluded.text, level = excluded.level,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      returning rev, created_at`;
    return published ?? null;
  },

  /** The number of this change; null when nothing was announced. */
  async withdraw(tx: Sql): Promise<number | null> {
    const [withdrawn] = await tx<{ rev: number }[]>`
      update announcement
      set rev = rev + 1, id = null, text = null, level = null, created_at = null, expires_at = null
      where id is not null
      returning rev`;
    return withdrawn?.rev ?? null;
  },
};
