import { createWorkerCalls } from '../../../browser/worker-calls.ts';
import { sliceBytes } from './file-reader-protocol.ts';
import type { ReaderAnswer, ReaderRequest } from './file-reader-protocol.ts';
import type { SliceSource } from '../session/send-flow.ts';

/** The number of slices to read ahead while one is being sent. */
const slicesAhead = 2;

/** Reads and hashes in a worker, so that the page stays responsive. */
export function createFileReader(files: readonly File[]): SliceSource & { end: () => void } {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = createWorkerCalls<ReaderRequest, ReaderAnswer>(worker);
  const opened = call({ type: 'open', files });
  let index = 0;
  let nextOffset = 0;
  let pending: Promise<ArrayBuffer | null>[] = [];

  const readAhead = async () => {
    const offset = nextOffset;
    const size = files[index]?.size ?? 0;
    nextOffset = Math.min(offset + sliceBytes, size);
    await opened;
    return (await call({ type: 'read', index, offset })) as ArrayBuffer | null;
  };

  return {
    open: (file, offset) => {
      index = file;
      nextOffset = offset;
      pending = Array.from({ length: slicesAhead }, prefetch);
    },
    next: () => {
      const first = pending.shift() ?? Promise.resolve(null);
      pending.push(prefetch());
      return first;
    },
    digest: async () => (await call({ type: 'digest', index })) as string,
    end,
  };

  /** Prevents an unhandled rejection if a read fails before it is awaited. The awaiting caller still gets the error. */
  function prefetch() {
    const reading = readAhead();
    reading.catch(() => {});
    return reading;
  }
}
