import type { Readable } from 'node:stream';
import { SourceBrokenError } from '../../platform/storage/bounded-file.ts';

/** Passes the data through, and fails when none arrives for `idleTimeoutMs`. */
export async function* withIdleTimeout(source: Readable, idleTimeoutMs: number): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => source.destroy(new SourceBrokenError()), idleTimeoutMs);
  try {
    for await (const chunk of source) {
      timer.refresh();
      yield chunk as Buffer;
    }
  } catch {
    throw new SourceBrokenError();
  } finally {
    clearTimeout(timer);
  }
}
