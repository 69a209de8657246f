import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { createStoredList } from '../../../browser/stored-list.ts';
import { storedTransferLists } from '../../../state/stored-transfers.ts';
import { claimInTab, isHeldInTab } from '../../../tabs/tab-hold.ts';
import { transfersFolder } from './file-sink-protocol.ts';

export interface OfferedFile {
  readonly name: string;
  readonly size: number;
}

/** The stored state of an incoming transfer, so that a later page can resume it. */
export interface PartialTransfer {
  readonly key: string;
  readonly userId: UserId;
  readonly senderId: UserId;
  readonly files: readonly OfferedFile[];
  /** The number of files that have arrived and been verified. */
  readonly finishedCount: number;
  /** When bytes last arrived. */
  readonly atMs: number;
  /** It is not resumed. Verified files are kept for a while, because the browser may still be copying the download. */
  readonly isOver: boolean;
}

/** Other tabs do not use it until it is released. */
export interface ClaimedPartial {
  readonly partial: PartialTransfer;
  readonly release: () => void;
}

const partials = createStoredList<PartialTransfer>(storedTransferLists.partials, ({ key }) => key);

export const savePartial = partials.put;
export const removePartial = partials.remove;
export const lockName = (key: string) => `chat-app.transfer.${key}`;

/**
 * Claims the user's transfers that can be resumed or are complete. Deletes those that nobody can resume, and ignores
 * those that another tab holds.
 */
export async function claimPartials(userId: UserId, nowMs = Date.now()): Promise<readonly ClaimedPartial[]> {
  const mine: ClaimedPartial[] = [];
  for (const { key } of partials.list()) {
    const release = await claimInTab(lockName(key));
    // Read it again: the previous holder may have ended it.
    const partial = partials.list().find((other) => other.key === key);
    if (!release) continue;
    if (partial && partial.userId === userId && isFresh(partial, nowMs) && !partial.isOver) {
      mine.push({ partial, release });
      continue;
    }
    if (partial && !isKept(partial, nowMs)) partials.remove(key);
    release();
  }
  await removeStrayFolders();
  return mine;
}

const isFresh = ({ atMs }: PartialTransfer, nowMs: number) => nowMs - atMs < limits.transferResumeMs;

/** The browser may still be copying a complete file to the downloads. */
const isKept = (partial: PartialTransfer, nowMs: number) =>
  isFresh(partial, nowMs) && (partial.isOver || partial.finishedCount === partial.files.length);

async function removeStrayFolders(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(transfersFolder);
    const known = new Set(partials.list().map(({ key }) => key));
    for await (const key of folder.keys()) {
      if (!known.has(key) && !(await isHeldInTab(lockName(key)))) await folder.removeEntry(key, { recursive: true });
    }
  } catch {
    // Nothing was ever received here, or the browser has no private file system.
  }
}
