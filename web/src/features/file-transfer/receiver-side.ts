import type { UserId } from '@chat-app/contract';
import { downloadBlob } from '../../lib/download-blob.ts';
import { removeTarget } from '../../lib/pick-target.ts';
import type { PickedTarget } from '../../lib/pick-target.ts';
import { warnBeforeLeaving } from '../../lib/unload-guard.ts';
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
  picked: PickedTarget | null;
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

/** Writes what arrives, checks it and hands over each file as soon as it is whole. */
export function createReceiverSide(parts: ReceiverParts): ReceiverSide {
  const { transferId, files, picked, finishedCount } = parts;
  const place: SinkPlace = picked ? { kind: 'picked', handle: picked.handle } : { kind: 'private', key: transferId };
  const sizes = files.map(({ size }) => size);
  const sink = openFileSink({ place, sizes, finishedCount });
  const trace = createTrace(parts, sink);
  const saving = createSaving(files, sink);
  let isDiscarded = false;

  const discardAll = async () => {
    trace.remove();
    await sink.discard().catch(() => {});
    sink.end();
    // A file that was closed meanwhile is a whole one.
    if (picked && trace.finishedCount() === 0) await removeTarget(picked);
  };
  /** The sender was told that these have arrived: they are not thrown away with the rest. */
  const keepFinished = async () => {
    trace.noteOver();
    setTimeout(() => void discardAll(), keptAfterSavingMs);
    await sink.drop().catch(() => {});
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
        onReceived: (file) => {
          trace.noteFinished(file + 1);
          if (!picked && !isDiscarded) saving.one(file);
        },
      }),
    recordCancelled: () => {},
    saveOne: saving.one,
    discard: () => {
      isDiscarded = true;
      void (trace.finishedCount() === 0 || picked ? discardAll() : keepFinished());
    },
    survivesReload: trace.survivesReload,
    end: async () => {
      if (isDiscarded) return undefined;
      if (picked) return sink.end();
      await saving.whenIdle();
      return keepFinished();
    },
  };
}

/** What a fresh page needs to know to go on, where it could go on, or to hand over what has arrived whole. */
function createTrace(
  { transferId: key, myId: userId, senderId, files, canResume, ...parts }: ReceiverParts,
  sink: FileSink,
) {
  let { finishedCount } = parts;
  let atMs = 0;
  let isOver = false;
  let place: 'unknown' | 'lasting' | 'passing' | 'removed' = 'unknown';
  const keep = () => {
    if (place !== 'lasting' || (!canResume && finishedCount === 0)) return;
    atMs = Date.now();
    keepPartial({ key, userId, senderId, files, finishedCount, atMs, isOver });
  };
  const start = async () => {
    const kind = await sink.kind;
    if (place === 'unknown') place = kind === 'private' ? 'lasting' : 'passing';
    keep();
  };
  start().catch(() => {});
  return {
    refresh: () => (Date.now() - atMs > noteEveryMs ? keep() : undefined),
    finishedCount: () => finishedCount,
    noteFinished: (count: number) => {
      finishedCount = count;
      keep();
    },
    noteOver: () => {
      isOver = true;
      keep();
    },
    survivesReload: () => place === 'lasting' && canResume,
    remove: () => {
      place = 'removed';
      forgetPartial(key);
    },
  };
}

/** Hands files over one after the other. Until that is done, leaving the page is asked about. */
function createSaving(files: readonly OfferedFile[], sink: FileSink) {
  let before: Promise<void> = Promise.resolve();
  let waitingCount = 0;
  let stopWarning = () => {};
  const handOver = async (index: number) => {
    const file = files[index];
    if (file) downloadBlob(await sink.take(index), file.name);
    await new Promise((resolve) => {
      setTimeout(resolve, betweenSavesMs);
    });
  };
  const noteDone = () => {
    waitingCount -= 1;
    if (waitingCount === 0) stopWarning();
  };
  return {
    one: (index: number) => {
      if (waitingCount === 0) stopWarning = warnBeforeLeaving();
      waitingCount += 1;
      // One that cannot be handed over does not keep back the others; its button is still there.
      before = before
        .then(() => handOver(index))
        .catch(() => {})
        .then(noteDone);
    },
    whenIdle: () => before,
  };
}
