import { BlobTooLargeError } from './blob-store.ts';

/** Passes chunks on until the limit is exceeded or the signal aborts, even while the source is silent. */
export async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number, signal?: AbortSignal) {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = rejectOnAbort(signal);
  let bytes = 0;
  let isAtEnd = false;
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next.done === true) {
        isAtEnd = true;
        return;
      }
      bytes += next.value.length;
      if (bytes > maxBytes) throw new BlobTooLargeError();
      yield next.value;
    }
  } finally {
    aborted.stopListening();
    // Not awaited: a silent source would respond only after its next chunk, which may never arrive.
    if (!isAtEnd) iterator.return?.().catch(() => undefined);
  }
}

function rejectOnAbort(signal?: AbortSignal): { promise: Promise<never>; stopListening: () => void } {
  const listening = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal?.reason instanceof Error ? signal.reason : new Error('The upload was aborted'));
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { signal: listening.signal });
  });
  // The promise may reject while a chunk is being written and nothing awaits it.
  promise.catch(() => undefined);
  return { promise, stopListening: () => listening.abort() };
}
