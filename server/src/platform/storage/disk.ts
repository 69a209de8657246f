import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobStore, isBlobName, StorageFullError } from './blob-store.ts';
import { limited } from './limited.ts';

/** A running upload writes all the time; a file untouched for an hour was left by a process that died. */
const staleAfterMs = 60 * 60_000;

/** Blobs as files under `rootDir`, spread over folders by the first two characters of their names. */
export async function createDiskBlobStore(rootDir: string): Promise<BlobStore> {
  await mkdir(rootDir, { recursive: true, mode: 0o700 });
  const root = await realpath(rootDir);
  const unfinishedDir = join(root, 'unfinished');
  await mkdir(unfinishedDir, { recursive: true, mode: 0o700 });
  await removeStale(unfinishedDir);

  const pathOf = (name: string) => join(root, name.slice(0, 2), name);

  return {
    write: async (name, source, { maxBytes = Infinity, signal } = {}) => {
      if (!isBlobName(name)) throw new Error('Not a name for a blob');
      const unfinished = join(unfinishedDir, randomUUID());
      try {
        const bytes = await writeDurably(unfinished, limited(source, maxBytes, signal));
        await publish(unfinished, pathOf(name));
        return { bytes };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    open: async (name, range) => {
      const file = await openOwn(name, pathOf);
      if (!file) return null;
      const { handle, bytes } = file;
      if (range && (range.start < 0 || range.start > range.end || range.start >= bytes)) {
        await handle.close();
        throw new RangeError('The range lies outside the blob');
      }
      return { stream: handle.createReadStream(range), bytes };
    },
    remove: async (name) => {
      if (isBlobName(name) && (await isOwnFolder(dirname(pathOf(name))))) await rm(pathOf(name), { force: true });
    },
    stat: async (name) => {
      const file = await openOwn(name, pathOf);
      await file?.handle.close();
      return file && { bytes: file.bytes };
    },
    signedUrl: async () => null,
    close: () => undefined,
  };
}

async function removeStale(unfinishedDir: string): Promise<void> {
  for (const name of await readdir(unfinishedDir)) {
    const path = join(unfinishedDir, name);
    const touchedMs = (await lstat(path).catch(() => null))?.mtimeMs;
    if (touchedMs !== undefined && Date.now() - touchedMs > staleAfterMs) await rm(path, { force: true });
  }
}

async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  const handle = await asStorageError(open(path, 'wx', 0o600));
  try {
    for await (const chunk of chunks) {
      await asStorageError(handle.writeFile(chunk));
      bytes += chunk.length;
    }
    await asStorageError(handle.sync());
  } finally {
    await handle.close();
  }
  return bytes;
}

async function publish(unfinished: string, path: string): Promise<void> {
  const folder = dirname(path);
  await asStorageError(mkdir(folder, { recursive: true, mode: 0o700 }));
  if (!(await isOwnFolder(folder))) throw new Error('A folder of the storage is a link');
  await asStorageError(rename(unfinished, path));
  // Without these, a power cut could lose the new name or its folder, although the bytes are safe.
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; it persists names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens a regular file in our folders: links, folders and invalid names are treated as absent. */
async function openOwn(name: string, pathOf: (name: string) => string) {
  if (!isBlobName(name) || !(await isOwnFolder(dirname(pathOf(name))))) return null;
  const handle = await openOrNull(pathOf(name));
  if (!handle) return null;
  const found = await handle.stat();
  if (found.isFile()) return { handle, bytes: found.size };
  await handle.close();
  return null;
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ELOOP', 'EISDIR', 'ENXIO')) return null;
    throw error;
  }
}

async function isOwnFolder(folder: string): Promise<boolean> {
  return (await lstat(folder).catch(() => null))?.isDirectory() === true;
}

async function asStorageError<Result>(step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw hasCode(error, 'ENOSPC', 'EDQUOT') ? new StorageFullError({ cause: error }) : error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
