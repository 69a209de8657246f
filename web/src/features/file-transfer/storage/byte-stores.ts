import { transfersFolder } from './file-sink-protocol.ts';
import type { StorageLocation } from './file-sink-protocol.ts';

/** Stores one file at a time, written sequentially. */
export interface ByteStore {
  /** The store keeps the written buffers, so the caller must not reuse them. */
  readonly keepsBuffers: boolean;
  /** Resolves with the number of bytes that are already stored. */
  open: (index: number) => Promise<number>;
  /** Reads the bytes that are already stored. */
  read: (offset: number, into: Uint8Array<ArrayBuffer>) => number;
  clear: () => void;
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  /** Commits the file. */
  close: () => Promise<void> | void;
  readFile: (index: number) => Promise<Blob>;
  /** Deletes the open file. Closed files stay. */
  deleteOpen: () => Promise<void>;
  deleteAll: () => Promise<void>;
}

/** Falls back to memory if the browser has no private file system. */
export async function openStore(
  location: StorageLocation,
): Promise<{ kind: StorageLocation['kind']; store: ByteStore }> {
  if (location.kind === 'picked') return { kind: 'picked', store: await createPickedStore(location.handle) };
  const folders = location.kind === 'private' ? await openFolders(location.key) : null;
  return folders
    ? { kind: 'private', store: createPrivateStore(folders) }
    : { kind: 'memory', store: createMemoryStore() };
}

/** Fails before the first byte instead of when the disk is full. */
export async function requireSpace(bytes: number): Promise<void> {
  const { quota, usage = 0 } = (await (navigator.storage as StorageManager | undefined)?.estimate()) ?? {};
  if (quota !== undefined && quota - usage < bytes) throw new DOMException('The disk is full', 'QuotaExceededError');
}

interface Folders {
  readonly all: FileSystemDirectoryHandle;
  readonly own: FileSystemDirectoryHandle;
}

async function openFolders(key: string): Promise<Folders | null> {
  try {
    if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return null;
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle(transfersFolder, { create: true });
    return { all, own: await all.getDirectoryHandle(key, { create: true }) };
  } catch {
    return null;
  }
}

/** Available only in workers, so the DOM types do not include it. */
interface SyncAccessHandle {
  read: (into: Uint8Array, options: { at: number }) => number;
  write: (bytes: Uint8Array, options: { at: number }) => number;
  truncate: (size: number) => void;
  getSize: () => number;
  flush: () => void;
  close: () => void;
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncAccessHandle> };

/** Uses the origin private file system: no bytes stay in memory, and received bytes survive a reload. */
function createPrivateStore({ all, own: folder }: Folders): ByteStore {
  let access: SyncAccessHandle | null = null;
  let length = 0;
  let current = '';
  const closeAccess = () => {
    access?.close();
    access = null;
  };
  const opened = () => {
    if (!access) throw new Error('No file is open');
    return access;
  };
  return {
    keepsBuffers: false,
    open: async (index) => {
      current = String(index);
      access = await accessTo((await folder.getFileHandle(current, { create: true })) as SyncFileHandle);
      length = access.getSize();
      return length;
    },
    read: (offset, into) => opened().read(into, { at: offset }),
    clear: () => {
      opened().truncate(0);
      length = 0;
    },
    write: (bytes) => {
      const written = opened().write(bytes, { at: length });
      // Instead of throwing on a full disk, `write` may return a count too small or (seen in Chromium) far too large.
      if (written !== bytes.byteLength) throw new DOMException('The disk is full', 'QuotaExceededError');
      length += written;
    },
    close: () => {
      access?.flush();
      closeAccess();
    },
    readFile: async (index) => (await folder.getFileHandle(String(index))).getFile(),
    deleteOpen: async () => {
      if (!access) return;
      closeAccess();
      await folder.removeEntry(current);
    },
    deleteAll: async () => {
      closeAccess();
      await all.removeEntry(folder.name, { recursive: true });
    },
  };
}

const busyTries = 20;
const busyPauseMs = 250;

/** The worker of a page that was just reloaded may still lock the file for a moment. */
async function accessTo(handle: SyncFileHandle): Promise<SyncAccessHandle> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      const isBusy = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isBusy || tries === busyTries) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, busyPauseMs);
    });
  }
}

/** Writes to a file that the user picked. The browser writes a temporary file and replaces the target on close. */
async function createPickedStore(handle: FileSystemFileHandle): Promise<ByteStore> {
  const writable = await handle.createWritable();
  return {
    keepsBuffers: false,
    open: async () => 0,
    read: () => 0,
    clear: () => {},
    write: (bytes) => writable.write(bytes),
    close: () => writable.close(),
    readFile: () => handle.getFile(),
    deleteOpen: () => writable.abort(),
    deleteAll: () => writable.abort(),
  };
}

/** Merging buffers into a blob at intervals lets the browser move the data to disk. */
const mergeBytes = 16 * 1024 * 1024;

export function createMemoryStore(): ByteStore {
  const blobs: Blob[] = [];
  let current = 0;
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bufferedBytes = 0;
  let isOpen = false;
  const merge = () => {
    blobs[current] = new Blob([blobs[current] ?? new Blob(), ...buffered]);
    buffered = [];
    bufferedBytes = 0;
  };
  return {
    keepsBuffers: true,
    open: async (index) => {
      current = index;
      isOpen = true;
      return 0;
    },
    read: () => 0,
    clear: () => {},
    write: (bytes) => {
      // A small view would keep its whole large buffer alive.
      buffered.push(bytes.byteLength < bytes.buffer.byteLength ? bytes.slice() : bytes);
      bufferedBytes += bytes.byteLength;
      if (bufferedBytes >= mergeBytes) merge();
    },
    close: () => {
      merge();
      isOpen = false;
    },
    readFile: async (index) => blobs[index] ?? new Blob(),
    deleteOpen: async () => {
      if (isOpen) blobs.length = Math.min(blobs.length, current);
      buffered = [];
    },
    deleteAll: async () => {
      blobs.length = 0;
      buffered = [];
    },
  };
}
