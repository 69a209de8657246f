import {
  administrationTexts,
  type AdminReport,
  avatarPath,
  type ReportId,
  type ReportOutcome,
  type UserId,
} from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { recordAudit } from '../audit/index.ts';
import type { Sessions } from '../auth/index.ts';
import { reportRepository } from '../reports/index.ts';
import { userRepository } from '../users/index.ts';
import { type Actor, beginAct } from './acts.ts';
import { reportReviewRepository, type ReportRow } from './report-review.repository.ts';
import { suspend } from './suspension.ts';

interface ReportReviewDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'closeAllOf'>;
  readonly transact: Transact;
}

export type ReportReview = ReturnType<typeof createReportReview>;

/** What users reported, and what came of it. */
export function createReportReview({ database, sessions, transact }: ReportReviewDeps) {
  return {
    async list(filter: { state: 'open' | 'closed' }, page: { beforeId: string | null; limit: number }) {
      const { beforeId, limit } = page;
      const rows = await reportReviewRepository.list(database.sql, filter, { beforeId, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return { data: shown.map(present), cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    close: (actor: Actor, id: ReportId, outcome: ReportOutcome): Promise<AdminReport> =>
      transact(async (tx, emit) => {
        // Acts run one at a time, so nobody else closes it meanwhile.
        await beginAct(tx, actor);
        const report = await reportReviewRepository.find(tx, id);
        if (!report) throw notFound('Report');
        if (report.closedAt !== null) {
          if (report.outcome === outcome) return present(report);
          throw forbidden(administrationTexts.closedOtherwise);
        }
        if (outcome === 'suspended') {
          const target = report.userId && (await userRepository.findLocked(tx, report.userId));
          if (!target) throw forbidden(administrationTexts.reportedIsGone);
          if (await suspend(tx, emit, { userId: target.id, sessions })) {
            await recordAudit(tx, { actorId: actor, action: 'person.suspend', targetId: target.id });
          }
        }
        await reportRepository.close(tx, id, { outcome, closedBy: actor });
        const about = report.userId === null ? {} : { targetId: report.userId };
        await recordAudit(tx, { actorId: actor, action: 'report.close', ...about, detail: `${outcome}: ${id}` });
        const closed = await reportReviewRepository.find(tx, id);
        if (!closed) throw notFound('Report');
        return present(closed);
      }),
  };
}

function present(row: ReportRow): AdminReport {
  const { messageAt, closedAt, outcome } = row;
  const person = (id: UserId, name: string, avatarFile: string | null) => ({
    _id: id,
    name,
    avatar: avatarPath(id, avatarFile),
  });
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    reason: row.reason,
    reporter: row.reporterId && person(row.reporterId, row.reporterName, row.reporterAvatarFile),
    person: row.userId && {
      ...person(row.userId, row.userName, row.userAvatarFile),
      isSuspended: row.isSuspended,
    },
    message: messageAt && {
      type: row.messageType ?? '',
      content: row.messageContent ?? '',
      at: messageAt.toISOString(),
    },
    context: row.context,
    closed:
      closedAt && outcome
        ? {
            at: closedAt.toISOString(),
            outcome,
            by: row.closerId && { _id: row.closerId, name: row.closerName },
          }
        : null,
  };
}
