import { answerTexts, exportAccount, type SessionId, type UserId } from '@chat-app/contract';
import type { Readable } from 'node:stream';
import type { DomainBus } from '../../domain-events.ts';
import { AppError } from '../../platform/errors.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { type ArchiveEntry, createArchiveStream } from './archive-stream.ts';
import type { ExportFor } from './export-entries.ts';
import { endWhenSlow } from './slow-readers.ts';

interface AccountExportRouteDeps {
  readonly bus: DomainBus;
  readonly exportEntries: (whom: ExportFor) => AsyncIterable<ArchiveEntry>;
}

interface RunningExport {
  readonly sessionId: SessionId;
  readonly archive: Readable;
}

const rate = { limit: 10, windowMs: 60 * 60_000 };

export function serveAccountExport(serve: Serve, { bus, exportEntries }: AccountExportRouteDeps) {
  const running = new Map<UserId, RunningExport>();

  serve(exportAccount, { rate, deadlineMs: null }, async ({ caller, request, reply, assertSignedIn }) => {
    const { sessionId, userId } = caller;
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="chat-export.zip"');
    if (request.method === 'HEAD') {
      reply.send();
      return 'file' as const;
    }
    if (running.has(userId)) throw new AppError('rate_limited', 'Another export is still running', {}, 10);
    const archive = createArchiveStream(exportEntries({ userId, assertSignedIn }));
    running.set(userId, { sessionId, archive });
    archive.once('close', () => running.delete(userId));
    endWhenSlow(archive, request.raw.socket);
    reply.send(archive);
    return 'file' as const;
  });

  // At once. Should this node not hear of it, the next page or file is refused.
  bus.onEveryNode('sessions.ended', ({ sessionIds }) => {
    for (const { sessionId, archive } of running.values()) {
      if (sessionIds.includes(sessionId)) archive.destroy(new AppError('unauthenticated', answerTexts.signInFirst));
    }
  });
}
