import { statfs } from 'node:fs/promises';

/** The size of the disk with this folder, and what is left for us; null where that is unknown. */
export async function measureDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
