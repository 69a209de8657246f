import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { createStoredList } from '../../lib/stored-list.ts';
import { isHeldInTab } from '../../lib/tab-hold.ts';
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
}

const partials = createStoredList<PartialTransfer>('chat-app.partial-transfers', ({ key }) => key);

export const keepPartial = partials.put;
export const forgetPartial = partials.remove;
export const holdName = (key: string) => `chat-app.transfer.${key}`;

/** Those of this person that a fresh page can go on with. Everything that nobody will go on with is thrown away. */
export async function takePartials(userId: UserId, nowMs = Date.now()): Promise<readonly PartialTransfer[]> {
  const mine: PartialTransfer[] = [];
  for (const partial of partials.list()) {
    if (await isHeldInTab(holdName(partial.key))) continue;
    const isFresh = nowMs - partial.atMs < limits.transferResumeMs;
    const isOpen = partial.finishedCount < partial.files.length;
    if (isFresh && isOpen && partial.userId === userId) mine.push(partial);
    // What is complete may still be on its way into the downloads.
    else if (!isFresh || isOpen) partials.remove(partial.key);
  }
  await removeStrayFolders();
  return mine;
}

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
