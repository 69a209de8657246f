import { createWorkerCalls } from '../../lib/worker-calls.ts';
import type { Position } from './channel-messages.ts';
import type { SinkAnswer, SinkPlace, SinkRequest } from './file-sink-calls.ts';
import type { ByteSink, Written } from './receive-flow.ts';

export interface FileSink extends ByteSink {
  /** Where the bytes really go. */
  kind: Promise<SinkPlace['kind']>;
  /** A file that has been finished. */
  take: (index: number) => Promise<Blob>;
  /** Throws away what was not finished. */
  drop: () => Promise<void>;
  /** Throws everything away, also what was finished. */
  discard: () => Promise<void>;
  end: () => void;
}

interface SinkParts {
  place: SinkPlace;
  sizes: readonly number[];
  finishedCount: number;
}

/** Writes and hashes beside the page. */
export function openFileSink({ place, sizes, finishedCount }: SinkParts): FileSink {
  const worker = new Worker(new URL('./file-sink.worker.ts', import.meta.url), { type: 'module' });
  const { call, end } = createWorkerCalls<SinkRequest, SinkAnswer>(worker);
  const opened = call({ type: 'open', place, sizes, finishedCount }) as Promise<SinkPlace['kind']>;
  // Told to whoever asks next.
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
