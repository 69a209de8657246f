import { createWorkerCalls } from '../../../browser/worker-calls.ts';
import type { Position } from '../wire/channel-messages.ts';
import type { SinkAnswer, StorageLocation, SinkRequest } from './file-sink-protocol.ts';
import type { ByteSink, Written } from '../session/receive-flow.ts';

export interface FileSink extends ByteSink {
  /** The storage that is actually used; memory may replace the requested one. */
  kind: Promise<StorageLocation['kind']>;
  /** Returns a finished file. */
  read: (index: number) => Promise<Blob>;
  /** Deletes the unfinished file. */
  deleteUnfinished: () => Promise<void>;
  /** Deletes everything, including finished files. */
  deleteAll: () => Promise<void>;
  end: () => void;
}

interface SinkOptions {
  location: StorageLocation;
  sizes: readonly number[];
  finishedCount: number;
}

/** Writes and hashes in a worker. */
export function openFileSink({ location, sizes, finishedCount }: SinkOptions): FileSink {
  const worker = new Worker(new URL('./file-sink.worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = createWorkerCalls<SinkRequest, SinkAnswer>(worker);
  const opened = call({ type: 'open', location, sizes, finishedCount }) as Promise<StorageLocation['kind']>;
  // The next request rejects with this error.
  opened.catch(() => {});
  const request = async (message: SinkRequest, transfer?: Transferable[]) => {
    await opened;
    return call(message, transfer);
  };
  return {
    kind: opened,
    position: async () => (await request({ type: 'position' })) as Position,
    write: async (bytes) => (await request({ type: 'write', bytes }, [bytes.buffer])) as Written,
    finish: async (sha256) => void (await request({ type: 'finish', sha256 })),
    read: async (index) => (await request({ type: 'read-file', index })) as Blob,
    deleteUnfinished: async () => void (await request({ type: 'delete-open' })),
    deleteAll: async () => void (await request({ type: 'delete-all' })),
    end,
  };
}
