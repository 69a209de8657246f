import type { UserId } from '@chat-app/contract';
import { downloadBlob } from '../../../browser/download-blob.ts';
import { removeTarget } from '../../../browser/pick-target.ts';
import type { PickedTarget } from '../../../browser/pick-target.ts';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { openFileSink } from '../storage/file-sink.ts';
import type { FileSink } from '../storage/file-sink.ts';
import type { SinkPlace } from '../storage/file-sink-calls.ts';
import { forgetPartial, keepPartial } from '../storage/partial-transfers.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';
import { startReceiving } from './receive-flow.ts';
import type { TransferSide } from './transfer-side.ts';

interface ReceiverParts {
  transferId: string;
  myId: UserId;
  senderId: UserId;
  files: readonly OfferedFile[];
  /** The number of files that an earlier page received. */
  finishedCount: number;
  canResume: boolean;
  /** The target the user picked; null stores in the private file system first. */
  picked: PickedTarget | null;
}

export interface ReceiverSide extends TransferSide {
  /** Downloads one file again. */
  saveOne: (index: number) => void;
}

const noteEveryMs = 5_000;
/** Browsers prompt before saving many files at once. */
const betweenSavesMs = 400;
/** The source must stay while the browser copies it to the downloads. */
const keptAfterSavingMs = 10 * 60_000;

/** Writes and verifies the received bytes, and downloads each file once it is complete. */
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
    // A file that was closed meanwhile is complete.
    if (picked && trace.finishedCount() === 0) await removeTarget(picked);
  };
  /** Finished files were confirmed to the sender, so they are kept. */
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

/** Stores what a later page needs to resume the transfer, or to download the complete files. */
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

/** Downloads files one after the other, and warns before leaving the page until that is done. */
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
      // A failed download must not block the others; its button stays available.
      before = before
        .then(() => handOver(index))
        .catch(() => {})
        .then(noteDone);
    },
    whenIdle: () => before,
  };
}
