import type { AdminReport, ReportId, ReportOutcome, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface ReportRow {
  readonly id: ReportId;
  readonly createdAt: Date;
  readonly reason: string;
  readonly reporterId: UserId | null;
  readonly reporterName: string;
  readonly reporterAvatarFile: string | null;
  readonly userId: UserId | null;
  readonly userName: string;
  readonly userAvatarFile: string | null;
  readonly isSuspended: boolean;
  readonly messageType: string | null;
  readonly messageContent: string | null;
  readonly messageAt: Date | null;
  readonly context: AdminReport['context'];
  readonly closedAt: Date | null;
  readonly outcome: ReportOutcome | null;
  readonly closerId: UserId | null;
  readonly closerName: string;
}

const columns = (sql: Sql) => sql`
  reports.id, reports.created_at, reason,
  reporter.id as reporter_id, reporter.name as reporter_name, reporter.avatar_file as reporter_avatar_file,
  reported.id as user_id, reported.name as user_name, reported.avatar_file as user_avatar_file,
  reported.suspended_at is not null as is_suspended,
  message_type, message_content, message_at, context,
  closed_at, outcome, closer.id as closer_id, closer.name as closer_name`;

const withPeople = (sql: Sql) => sql`
  reports
  left join users as reporter on reporter.id = reporter_id
  left join users as reported on reported.id = user_id
  left join users as closer on closer.id = closed_by`;

export const reportReviewRepository = {
  async find(sql: Sql, id: ReportId): Promise<ReportRow | null> {
    const [report] = await sql<ReportRow[]>`select ${columns(sql)} from ${withPeople(sql)} where reports.id = ${id}`;
    return report ?? null;
  },

  /** The newest first, from before this one. */
  async list(
    sql: Sql,
    { state }: { state: 'open' | 'closed' },
    { beforeId, limit }: { beforeId: string | null; limit: number },
  ): Promise<ReportRow[]> {
    return sql<ReportRow[]>`
      select ${columns(sql)}
      from ${withPeople(sql)}
      where ${state === 'open' ? sql`closed_at is null` : sql`closed_at is not null`}
        ${beforeId === null ? sql`` : sql`and reports.id < ${beforeId}`}
      order by reports.id desc
      limit ${limit}`;
  },
};
