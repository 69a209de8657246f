import type { UserId } from '@chat-app/contract';
import { downloadBlob, removeTarget } from '../../../browser/save-file.ts';
import type { PickedTarget } from '../../../browser/save-file.ts';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { openFileSink } from '../storage/file-sink.ts';
import type { FileSink } from '../storage/file-sink.ts';
import type { StorageLocation } from '../storage/file-sink-protocol.ts';
import { removePartial, savePartial } from '../storage/partial-transfers.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';
import { startReceiving } from './receive-flow.ts';
import type { TransferHandler } from './transfer-handler.ts';

interface FileReceiverOptions {
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

export interface FileReceiver extends TransferHandler {
  /** Downloads one file again. */
  download: (index: number) => void;
}

const saveEveryMs = 5_000;
/** Browsers prompt before saving many files at once. */
const betweenDownloadsMs = 400;
/** The source must stay while the browser copies it to the downloads. */
const keptAfterDownloadMs = 10 * 60_000;

/** Writes and verifies the received bytes, and downloads each file once it is complete. */
export function createFileReceiver(options: FileReceiverOptions): FileReceiver {
  const { transferId, files, picked, finishedCount } = options;
  const location: StorageLocation = picked
    ? { kind: 'picked', handle: picked.handle }
    : { kind: 'private', key: transferId };
  const sizes = files.map(({ size }) => size);
  const sink = openFileSink({ location, sizes, finishedCount });
  const record = createResumeRecord(options, sink);
  const downloads = createDownloadQueue(files, sink);
  let isDiscarded = false;

  const discardAll = async () => {
    record.remove();
    await sink.deleteAll().catch(() => {});
    sink.end();
    // A file that was closed meanwhile is complete.
    if (picked && record.finishedCount() === 0) await removeTarget(picked);
  };
  /** Finished files were confirmed to the sender, so they are kept. */
  const keepFinished = async () => {
    record.markOver();
    setTimeout(() => void discardAll(), keptAfterDownloadMs);
    await sink.deleteUnfinished().catch(() => {});
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
          record.refresh();
          onProgress(bytes);
        },
        onReceived: (file) => {
          record.markFinished(file + 1);
          if (!picked && !isDiscarded) downloads.add(file);
        },
      }),
    recordCancelled: () => {},
    download: downloads.add,
    discard: () => {
      isDiscarded = true;
      void (record.finishedCount() === 0 || picked ? discardAll() : keepFinished());
    },
    survivesReload: record.survivesReload,
    end: async () => {
      if (isDiscarded) return undefined;
      if (picked) return sink.end();
      await downloads.whenIdle();
      return keepFinished();
    },
  };
}

/** Stores what a later page needs to resume the transfer, or to download the complete files. */
function createResumeRecord(
  { transferId: key, myId: userId, senderId, files, canResume, ...options }: FileReceiverOptions,
  sink: FileSink,
) {
  let { finishedCount } = options;
  let atMs = 0;
  let isOver = false;
  let storage: 'unknown' | 'persistent' | 'temporary' | 'removed' = 'unknown';
  const save = () => {
    if (storage !== 'persistent' || (!canResume && finishedCount === 0)) return;
    atMs = Date.now();
    savePartial({ key, userId, senderId, files, finishedCount, atMs, isOver });
  };
  const start = async () => {
    const kind = await sink.kind;
    if (storage === 'unknown') storage = kind === 'private' ? 'persistent' : 'temporary';
    save();
  };
  start().catch(() => {});
  return {
    refresh: () => (Date.now() - atMs > saveEveryMs ? save() : undefined),
    finishedCount: () => finishedCount,
    markFinished: (count: number) => {
      finishedCount = count;
      save();
    },
    markOver: () => {
      isOver = true;
      save();
    },
    survivesReload: () => storage === 'persistent' && canResume,
    remove: () => {
      storage = 'removed';
      removePartial(key);
    },
  };
}

/** Downloads files one after the other, and warns before leaving the page until that is done. */
function createDownloadQueue(files: readonly OfferedFile[], sink: FileSink) {
  let before: Promise<void> = Promise.resolve();
  let waitingCount = 0;
  let stopWarning = () => {};
  const download = async (index: number) => {
    const file = files[index];
    if (file) downloadBlob(await sink.read(index), file.name);
    await new Promise((resolve) => {
      setTimeout(resolve, betweenDownloadsMs);
    });
  };
  const handleDone = () => {
    waitingCount -= 1;
    if (waitingCount === 0) stopWarning();
  };
  return {
    add: (index: number) => {
      if (waitingCount === 0) stopWarning = warnBeforeLeaving();
      waitingCount += 1;
      // A failed download must not block the others; its button stays available.
      before = before
        .then(() => download(index))
        .catch(() => {})
        .then(handleDone);
    },
    whenIdle: () => before,
  };
}
