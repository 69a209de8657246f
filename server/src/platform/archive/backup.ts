import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ConnectionTarget } from '../db/database.ts';
import { openSnapshot, type Snapshot } from '../db/snapshot.ts';
import type { TableShape } from '../db/tables.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { ArchiveError, bufferEntry, writeArchive } from './archive-file.ts';
import type { TarEntry } from './tar.ts';

interface BackupOptions {
  readonly source: ConnectionTarget;
  readonly file: string;
  /** Null when files are kept in a bucket, which is backed up separately. */
  readonly blobs: Pick<BlobStore, 'open'> | null;
  /** The column with the names of all stored files. */
  readonly fileNameColumn: { readonly table: string; readonly column: string };
  /** Whether a message or a profile currently shows this file. */
  readonly isShown: (fileName: string) => Promise<boolean>;
  /** Continues although files are missing. */
  readonly mayMissFiles: boolean;
}

/** Contents of a backup. */
export interface Counts {
  rows: number;
  files: number;
  fileBytes: number;
  filesMissing: number;
}

const maxEntryBytes = 1024 * 1024;
const newline = 10;

/** Writes a snapshot of the database, followed by the files it references. */
export async function backUp(options: BackupOptions): Promise<Counts> {
  const counts: Counts = { rows: 0, files: 0, fileBytes: 0, filesMissing: 0 };
  const snapshot = await openSnapshot(options.source);
  const scratch = await mkdtemp(join(tmpdir(), 'chat-app-backup-'));
  try {
    const { migrations, tables } = snapshot;
    if (migrations.length === 0) throw new ArchiveError('There is nothing of Chat App in this database.');
    const manifest = { createdAt: new Date().toISOString(), migrations, tables, hasFiles: options.blobs !== null };
    await writeArchive(options.file, manifest, contents(snapshot, join(scratch, 'names'), options, counts));
    return counts;
  } finally {
    await snapshot.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function* contents(snapshot: Snapshot, namesFile: string, options: BackupOptions, counts: Counts) {
  for (const table of snapshot.tables) yield* tableEntries(snapshot, table, counts);
  // Saved to a file, so that the snapshot need not stay open while gigabytes of files are copied.
  await saveNames(snapshot, options.fileNameColumn, namesFile);
  await snapshot.close();
  if (options.blobs === null) return;
  for await (const name of createInterface({ input: createReadStream(namesFile) })) {
    const blob = await options.blobs.open(name);
    if (blob === null) {
      await assertDispensable(name, options);
      counts.filesMissing += 1;
      continue;
    }
    counts.files += 1;
    counts.fileBytes += blob.bytes;
    yield { name: `files/${name}`, bytes: blob.bytes, body: blob.stream as AsyncIterable<Buffer> };
  }
}

/**
 * A tar entry states its length first, and that of a table is unknown, so a table is written in chunks of whole rows.
 */
async function* tableEntries(snapshot: Snapshot, table: TableShape, counts: Counts): AsyncGenerator<TarEntry> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let index = 0;
  const next = () => {
    index += 1;
    const entry = bufferEntry(`tables/${table.name}/${String(index).padStart(6, '0')}.copy`, chunks);
    chunks = [];
    bytes = 0;
    return entry;
  };
  for await (const chunk of snapshot.rows(table)) {
    chunks.push(chunk);
    bytes += chunk.length;
    counts.rows += countRows(chunk);
    // The server sends row by row, and COPY escapes a line break inside a value.
    if (bytes >= maxEntryBytes && chunk.at(-1) === newline) yield next();
  }
  if (bytes > 0) yield next();
}

export function countRows(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
  return rows;
}

async function saveNames(
  snapshot: Snapshot,
  { table, column }: BackupOptions['fileNameColumn'],
  file: string,
): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    for await (const names of snapshot.values(table, column)) await handle.writeFile(`${names.join('\n')}\n`);
  } finally {
    await handle.close();
  }
}

// A file may be missing because its message has been deleted since, or because its upload never completed. Both are
// normal. A missing file that users can still see is a loss, and must be noticed before the restore.
async function assertDispensable(name: string, { isShown, mayMissFiles }: BackupOptions): Promise<void> {
  if (mayMissFiles || !(await isShown(name))) return;
  throw new ArchiveError(
    `The file ${name} belongs to a message or a picture, and is not in the storage. --allow-missing goes on without it.`,
  );
}
