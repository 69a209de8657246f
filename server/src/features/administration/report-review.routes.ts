import { closeReport, getReports } from '@chat-app/contract';
import { readIdCursor } from '../../platform/id-cursor.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { ReportReview } from './report-review.service.ts';

const closeRate = { limit: 120, windowMs: 60_000 };

export function serveReportReview(serve: Serve, { reports }: { reports: ReportReview }) {
  serve(getReports, {}, async ({ input: { cursor, limit, state } }) =>
    reports.list({ state }, { beforeId: readIdCursor(cursor), limit }),
  );

  serve(closeReport, { rate: closeRate }, async ({ caller, input: { id, outcome } }) => ({
    report: await reports.close(caller.userId, id, outcome),
  }));
}
