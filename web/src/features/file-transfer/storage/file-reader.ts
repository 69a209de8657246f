import { createWorkerCalls } from '../../../browser/worker-calls.ts';
import { sliceBytes } from './file-reader-calls.ts';
import type { ReaderAnswer, ReaderRequest } from './file-reader-calls.ts';
import type { SliceSource } from '../session/send-flow.ts';

/** The number of slices to read ahead while one is being sent. */
const slicesAhead = 2;

/** Reads and hashes in a worker, so that the page stays responsive. */
export function createFileReader(files: readonly File[]): SliceSource & { end: () => void } {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = createWorkerCalls<ReaderRequest, ReaderAnswer>(worker);
  const taken = call({ type: 'take', files });
  let index = 0;
  let nextOffset = 0;
  let coming: Promise<ArrayBuffer | null>[] = [];

  const readAhead = async () => {
    const offset = nextOffset;
    const size = files[index]?.size ?? 0;
    nextOffset = Math.min(offset + sliceBytes, size);
    await taken;
    return (await call({ type: 'read', index, offset })) as ArrayBuffer | null;
  };

  return {
    open: (file, offset) => {
      index = file;
      nextOffset = offset;
      coming = Array.from({ length: slicesAhead }, noted);
    },
    next: () => {
      const first = coming.shift() ?? Promise.resolve(null);
      coming.push(noted());
      return first;
    },
    digest: async () => (await call({ type: 'digest', index })) as string,
    end,
  };

  /** Prevents an unhandled rejection if a read fails before it is awaited. The awaiting caller still gets the error. */
  function noted() {
    const reading = readAhead();
    reading.catch(() => {});
    return reading;
  }
}
