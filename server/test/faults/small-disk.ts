import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pieceBytes = 64 * 1024;

/** A disk of this size in memory that can be filled to the last byte. Needs root. */
export async function mountSmallDisk(folder: string, mebibytes: number) {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (const bytes of [pieceBytes, 512]) {
          while (await writes(file.write(Buffer.alloc(bytes)), bytes));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      // Lazily: a killed process may hold it for a moment.
      await run('umount', ['--lazy', folder]);
    },
  };
}

/** False when there was no room for all bytes. */
async function writes(writing: Promise<{ bytesWritten: number }>, bytes: number): Promise<boolean> {
  const written = await writing.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC') return { bytesWritten: 0 };
    throw error;
  });
  return written.bytesWritten === bytes;
}
