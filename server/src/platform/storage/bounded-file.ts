import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobTooLargeError, StorageFullError } from './blob-store.ts';

/** The sender aborted, or sent invalid data. */
export class SourceBrokenError extends Error {
  override name = 'SourceBrokenError';
}

/** Streams to a scratch file and stops at the first byte over the limit. */
export async function writeBounded(path: string, source: Readable, maxBytes: number): Promise<void> {
  let bytes = 0;
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new BlobTooLargeError();
      yield chunk;
    }
  }
  try {
    await pipeline(source, bounded, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (isNoSpace(error)) throw new StorageFullError();
    // We raise the size error ourselves; any other error of the source comes from the sender.
    if (source.errored && !(error instanceof BlobTooLargeError)) throw new SourceBrokenError();
    throw error;
  }
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
