import type { UserId } from '@chat-app/contract';
import { downloadBlob } from '../../lib/download-blob.ts';
import { openFileSink } from './file-sink.ts';
import type { FileSink } from './file-sink.ts';
import type { SinkPlace } from './file-sink-calls.ts';
import { forgetPartial, keepPartial } from './partial-transfers.ts';
import type { OfferedFile } from './partial-transfers.ts';
import { startReceiving } from './receive-flow.ts';
import type { TransferSide } from './transfer-side.ts';

interface ReceiverParts {
  transferId: string;
  myId: UserId;
  senderId: UserId;
  files: readonly OfferedFile[];
  /** So many of them an earlier page has received. */
  finishedCount: number;
  canResume: boolean;
  /** A file that the person has picked; without one the browser's own files take it first. */
  picked: FileSystemFileHandle | null;
}

export interface ReceiverSide extends TransferSide {
  /** Hands one file over, once more. */
  saveOne: (index: number) => void;
}

const noteEveryMs = 5_000;
/** Browsers ask before they save many files that come at once. */
const betweenSavesMs = 400;
/** Copying it into the downloads takes its time; until then it must stay where it is. */
const keptAfterSavingMs = 10 * 60_000;

/** Writes what arrives, checks it and hands it over. */
export function createReceiverSide(parts: ReceiverParts): ReceiverSide {
  const { transferId, files, picked, finishedCount } = parts;
  const place: SinkPlace = picked ? { kind: 'picked', handle: picked } : { kind: 'private', key: transferId };
  const sizes = files.map(({ size }) => size);
  const sink = openFileSink({ place, sizes, finishedCount });
  const trace = createTrace(parts, sink);
  const saving = createSaving(files, sink);
  const discard = () => {
    trace.remove();
    void sink
      .discard()
      .catch(() => {})
      .finally(sink.end);
  };
  return {
    flow: ({ channel, hasControl, onProgress, ...events }) =>
      startReceiving({
        ...events,
        channel,
        hasControl,
        sizes,
        sink,
        onProgress: (bytes) => {
          trace.refresh();
          onProgress(bytes);
        },
        onReceived: (file) => trace.noteFinished(file + 1),
      }),
    recordCancelled: () => {},
    save: () => (picked ? undefined : void saving.all()),
    saveOne: (index) => void saving.one(index),
    discard,
    survivesReload: trace.isKept,
    end: () => {
      if (trace.isRemoved()) return undefined;
      if (picked) return sink.end();
      return void setTimeout(discard, keptAfterSavingMs);
    },
  };
}

/** What a fresh page needs to know to go on, where it could go on. */
function createTrace(
  { transferId: key, myId: userId, senderId, files, canResume, ...parts }: ReceiverParts,
  sink: FileSink,
) {
  let { finishedCount } = parts;
  let atMs = 0;
  let state: 'unknown' | 'kept' | 'impossible' | 'removed' = 'unknown';
  const keep = () => {
    if (state !== 'kept') return;
    atMs = Date.now();
    keepPartial({ key, userId, senderId, files, finishedCount, atMs });
  };
  const start = async () => {
    const kind = await sink.kind;
    if (state === 'unknown') state = kind === 'private' && canResume ? 'kept' : 'impossible';
    keep();
  };
  start().catch(() => {});
  return {
    refresh: () => (Date.now() - atMs > noteEveryMs ? keep() : undefined),
    noteFinished: (count: number) => {
      finishedCount = count;
      keep();
    },
    isKept: () => state === 'kept',
    isRemoved: () => state === 'removed',
    remove: () => {
      state = 'removed';
      forgetPartial(key);
    },
  };
}

function createSaving(files: readonly OfferedFile[], sink: FileSink) {
  const one = async (index: number) => {
    const file = files[index];
    if (file) downloadBlob(await sink.take(index), file.name);
  };
  return {
    one,
    all: async () => {
      for (const index of files.keys()) {
        await one(index);
        await new Promise((resolve) => {
          setTimeout(resolve, betweenSavesMs);
        });
      }
    },
  };
}
