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
  /** Null: files lie in a bucket, which is backed up by its own means. */
  readonly blobs: Pick<BlobStore, 'open'> | null;
  /** Where the database keeps the names of files. */
  readonly names: { readonly table: string; readonly column: string };
  /** Whether somebody sees this file now. */
  readonly isShown: (fileName: string) => Promise<boolean>;
  /** Goes on although files are lost. */
  readonly mayMissFiles: boolean;
}

/** What a backup holds. */
export interface Counts {
  rows: number;
  files: number;
  fileBytes: number;
  filesMissing: number;
}

const pieceBytes = 1024 * 1024;
const newline = 10;

/** Writes one moment of the database, and after it the files that moment knows. */
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
  for (const table of snapshot.tables) yield* tablePieces(snapshot, table, counts);
  // Put aside, so that the moment need not be held on to while gigabytes of files are copied.
  await saveNames(snapshot, options.names, namesFile);
  await snapshot.close();
  if (options.blobs === null) return;
  for await (const name of createInterface({ input: createReadStream(namesFile) })) {
    const blob = await options.blobs.open(name);
    if (blob === null) {
      await explainMissing(name, options);
      counts.filesMissing += 1;
      continue;
    }
    counts.files += 1;
    counts.fileBytes += blob.bytes;
    yield { name: `files/${name}`, bytes: blob.bytes, body: blob.stream as AsyncIterable<Buffer> };
  }
}

/** An archive names a length before the bytes, and a table's is not known: so it comes in pieces of whole rows. */
async function* tablePieces(snapshot: Snapshot, table: TableShape, counts: Counts): AsyncGenerator<TarEntry> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let piece = 0;
  const next = () => {
    piece += 1;
    const entry = bufferEntry(`tables/${table.name}/${String(piece).padStart(6, '0')}.copy`, chunks);
    chunks = [];
    bytes = 0;
    return entry;
  };
  for await (const chunk of snapshot.rows(table)) {
    chunks.push(chunk);
    bytes += chunk.length;
    counts.rows += countRows(chunk);
    // The server sends row by row, and a line break inside a value is written as two other characters.
    if (bytes >= pieceBytes && chunk.at(-1) === newline) yield next();
  }
  if (bytes > 0) yield next();
}

export function countRows(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) rows += 1;
  return rows;
}

async function saveNames(snapshot: Snapshot, { table, column }: BackupOptions['names'], file: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    for await (const names of snapshot.values(table, column)) await handle.writeFile(`${names.join('\n')}\n`);
  } finally {
    await handle.close();
  }
}

// Its message was deleted since, or its upload never came to an end: both are as they should be. What people see and
// nobody has is a loss, and must not be found out at the restore.
async function explainMissing(name: string, { isShown, mayMissFiles }: BackupOptions): Promise<void> {
  if (mayMissFiles || !(await isShown(name))) return;
  throw new ArchiveError(
    `The file ${name} belongs to a message or a picture, and is not in the storage. --allow-missing goes on without it.`,
  );
}
