import { createWorkerCalls } from '../../../browser/worker-calls.ts';
import type { Position } from '../wire/channel-messages.ts';
import type { SinkAnswer, SinkPlace, SinkRequest } from './file-sink-calls.ts';
import type { ByteSink, Written } from '../session/receive-flow.ts';

export interface FileSink extends ByteSink {
  /** The storage that is actually used; memory may replace the requested one. */
  kind: Promise<SinkPlace['kind']>;
  /** Returns a finished file. */
  take: (index: number) => Promise<Blob>;
  /** Deletes the unfinished file. */
  drop: () => Promise<void>;
  /** Deletes everything, including finished files. */
  discard: () => Promise<void>;
  end: () => void;
}

interface SinkParts {
  place: SinkPlace;
  sizes: readonly number[];
  finishedCount: number;
}

/** Writes and hashes in a worker. */
export function openFileSink({ place, sizes, finishedCount }: SinkParts): FileSink {
  const worker = new Worker(new URL('./file-sink.worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = createWorkerCalls<SinkRequest, SinkAnswer>(worker);
  const opened = call({ type: 'open', place, sizes, finishedCount }) as Promise<SinkPlace['kind']>;
  // The next request rejects with this error.
  opened.catch(() => {});
  const ask = async (request: SinkRequest, transfer?: Transferable[]) => {
    await opened;
    return call(request, transfer);
  };
  return {
    kind: opened,
    position: async () => (await ask({ type: 'position' })) as Position,
    write: async (bytes) => (await ask({ type: 'write', bytes }, [bytes.buffer])) as Written,
    finish: async (sha256) => void (await ask({ type: 'finish', sha256 })),
    take: async (index) => (await ask({ type: 'take', index })) as Blob,
    drop: async () => void (await ask({ type: 'drop' })),
    discard: async () => void (await ask({ type: 'discard' })),
    end,
  };
}
