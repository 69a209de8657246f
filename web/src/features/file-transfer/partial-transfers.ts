import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { createStoredList } from '../../lib/stored-list.ts';
import { claimInTab, isHeldInTab } from '../../lib/tab-hold.ts';
import { transfersFolder } from './file-sink-calls.ts';

export interface OfferedFile {
  readonly name: string;
  readonly size: number;
}

/** What this browser holds of a transfer that it receives, so that a fresh page can go on with it. */
export interface PartialTransfer {
  readonly key: string;
  readonly userId: UserId;
  readonly senderId: UserId;
  readonly files: readonly OfferedFile[];
  /** So many of them are here and have been checked. */
  readonly finishedCount: number;
  /** When something of it last arrived. */
  readonly atMs: number;
  /** Nobody goes on with it; what has been checked is kept a while, because it may still be on its way to the downloads. */
  readonly isOver: boolean;
}

/** Other tabs leave it alone until it is released. */
export interface ClaimedPartial {
  readonly partial: PartialTransfer;
  readonly release: () => void;
}

const partials = createStoredList<PartialTransfer>('chat-app.partial-transfers', ({ key }) => key);

export const keepPartial = partials.put;
export const forgetPartial = partials.remove;
export const holdName = (key: string) => `chat-app.transfer.${key}`;

/**
 * Those of this person that a fresh page can go on with, or still has whole. Everything that nobody will go on with is
 * thrown away. What another tab has is none of ours.
 */
export async function takePartials(userId: UserId, nowMs = Date.now()): Promise<readonly ClaimedPartial[]> {
  const mine: ClaimedPartial[] = [];
  for (const { key } of partials.list()) {
    const release = await claimInTab(holdName(key));
    // Read again: whoever had it may have ended it.
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

/** What is complete may still be on its way into the downloads. */
const isKept = (partial: PartialTransfer, nowMs: number) =>
  isFresh(partial, nowMs) && (partial.isOver || partial.finishedCount === partial.files.length);

async function removeStrayFolders(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(transfersFolder);
    const known = new Set(partials.list().map(({ key }) => key));
    for await (const key of folder.keys()) {
      if (!known.has(key) && !(await isHeldInTab(holdName(key)))) await folder.removeEntry(key, { recursive: true });
    }
  } catch {
    // Nothing was ever received here, or the browser has no files of its own.
  }
}
