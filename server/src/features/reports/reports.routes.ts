import { sendReport } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Reports } from './reports.service.ts';

const rate = { limit: 10, windowMs: 24 * 60 * 60_000 };

export function serveReports(serve: Serve, { reports }: { reports: Reports }) {
  serve(sendReport, { rate }, async ({ input: { messageId, userId, reason }, caller }) => {
    if (messageId !== undefined) await reports.reportMessage(caller.userId, messageId, reason);
    else if (userId !== undefined) await reports.reportUser(caller.userId, userId, reason);
    return {};
  });
}
