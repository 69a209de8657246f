import { exportAudit, getAudit } from '@chat-app/contract';
import { Readable } from 'node:stream';
import { readIdCursor } from '../../platform/id-cursor.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Audit } from './audit.service.ts';

const silenceMs = 60_000;
const exportRate = { limit: 30, windowMs: 60_000 };

export function serveAudit(serve: Serve, { audit }: { audit: Audit }) {
  serve(getAudit, {}, async ({ input: { cursor, limit, ...filter } }) =>
    audit.list(filter, { beforeId: readIdCursor(cursor), limit }),
  );

  serve(exportAudit, { rate: exportRate, deadlineMs: null }, async ({ input, request, reply }) => {
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"');
    if (request.method === 'HEAD') {
      reply.send();
      return 'file' as const;
    }
    const lines = Readable.from(audit.toCsv(input), { objectMode: false });
    const { socket } = request.raw;
    // A client that does not read any more is disconnected.
    socket.setTimeout(silenceMs);
    lines.once('close', () => socket.setTimeout(0));
    reply.send(lines);
    return 'file' as const;
  });
}
