import { exportAccount, type UserId } from '@chat-app/contract';
import { AppError } from '../../platform/errors.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { type ArchiveEntry, createArchiveStream } from './archive-stream.ts';

const rate = { limit: 10, windowMs: 60 * 60_000 };

export function serveAccountExport(
  serve: Serve,
  { exportEntries }: { exportEntries: (userId: UserId) => AsyncIterable<ArchiveEntry> },
) {
  const running = new Set<UserId>();

  serve(exportAccount, { rate, deadlineMs: null }, async ({ caller: { userId }, reply }) => {
    if (running.has(userId)) throw new AppError('rate_limited', 'Another export is still running', {}, 10);
    running.add(userId);
    const archive = createArchiveStream(exportEntries(userId));
    archive.once('close', () => running.delete(userId));
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="chat-export.zip"')
      .send(archive);
    return 'file' as const;
  });
}
