import { exportAccount, type UserId } from '@chat-app/contract';
import { AppError } from '../../platform/errors.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { type ArchiveEntry, createArchiveStream } from './archive-stream.ts';

const silenceMs = 60_000;
const rate = { limit: 10, windowMs: 60 * 60_000 };

export function serveAccountExport(
  serve: Serve,
  { exportEntries }: { exportEntries: (userId: UserId) => AsyncIterable<ArchiveEntry> },
) {
  const running = new Set<UserId>();

  serve(exportAccount, { rate, deadlineMs: null }, async ({ caller: { userId }, request, reply }) => {
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="chat-export.zip"');
    if (request.method === 'HEAD') {
      reply.send();
      return 'file' as const;
    }
    if (running.has(userId)) throw new AppError('rate_limited', 'Another export is still running', {}, 10);
    running.add(userId);
    const archive = createArchiveStream(exportEntries(userId));
    const { socket } = request.raw;
    // A client that does not read any more is disconnected.
    socket.setTimeout(silenceMs);
    archive.once('close', () => {
      running.delete(userId);
      socket.setTimeout(0);
    });
    reply.send(archive);
    return 'file' as const;
  });
}
