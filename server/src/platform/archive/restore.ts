import { type ConnectionTarget, connectDatabase, type Database } from '../db/database.ts';
import { dropEverything, type CopyRows, inspectDatabase, withBulkLoad } from '../db/bulk-load.ts';
import { assertSchemaKnown, listMigrations, migrate } from '../db/migrate.ts';
import { prepareForCopy, listApplied, readColumn } from '../db/tables.ts';
import type { Logger } from '../logger.ts';
import { type BlobStore, isBlobName } from '../storage/blob-store.ts';
import { ArchiveError, checkArchive, type Manifest, openArchive } from './archive-file.ts';
import { countRows } from './backup.ts';
import type { TarEntry } from './tar.ts';

interface RestoreOptions {
  readonly target: ConnectionTarget;
  readonly file: string;
  readonly blobs: Pick<BlobStore, 'write' | 'remove'>;
  /** The column with the names of all stored files. */
  readonly fileNameColumn: { readonly table: string; readonly column: string };
  /** Tables whose rows are not restored. */
  readonly excludedTables: readonly string[];
  /** Existing data may be replaced. */
  readonly overwrite: boolean;
  readonly logger: Logger;
}

/** What was restored. */
export interface RestoreReport {
  readonly createdAt: string;
  readonly hasFiles: boolean;
  rows: number;
  files: number;
  fileBytes: number;
}

/** Restores an archive into a database that is empty, or is cleared if `overwrite` is set, and into the storage: all rows
 * or none. Verifies the whole archive first. */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const manifest = await checkArchive(options.file);
  await assertNotNewer(options.file, manifest);
  const database = connectDatabase(options.target);
  try {
    await clearTarget(database, options);
    // Rows are loaded into the schema they were written with; the later migrations then convert them.
    await migrate(database, options.logger, { wanted: manifest.migrations });
    const report = await load(manifest, options);
    await migrate(database, options.logger);
    return report;
  } finally {
    await database.close();
  }
}

async function assertNotNewer(file: string, { migrations }: Manifest): Promise<void> {
  const known = await listMigrations();
  if (migrations.every((name, index) => name === known[index])) return;
  throw new ArchiveError(`${file} was made by a newer Chat App, whose database looks different: restore it with that.`);
}

async function clearTarget(database: Database, { blobs, overwrite, fileNameColumn }: RestoreOptions): Promise<void> {
  const { sql } = database;
  const { tables, hasRows, servers } = await inspectDatabase(sql);
  if (servers > 0) throw new ArchiveError('Chat App is running on this database: stop it first.');
  if (tables.length === 0) return;
  const applied = await listApplied(sql);
  if (applied.length === 0) {
    throw new ArchiveError('This database holds tables of something else: nothing is touched.');
  }
  // `overwrite` is the way back to an older release.
  if (!overwrite) assertSchemaKnown(applied, await listMigrations());
  if (hasRows && !overwrite) {
    throw new ArchiveError('This database is not empty. --replace removes everything in it first.');
  }
  if (tables.some(({ name }) => name === fileNameColumn.table)) {
    await database.session(async (own) => {
      await prepareForCopy(own);
      await own`begin`;
      for await (const old of readColumn(own, fileNameColumn.table, fileNameColumn.column)) {
        for (const name of old) await blobs.remove(name);
      }
    });
  }
  await dropEverything(database);
}

async function load(manifest: Manifest, options: RestoreOptions): Promise<RestoreReport> {
  const { createdAt, hasFiles } = manifest;
  const report: RestoreReport = { createdAt, hasFiles, rows: 0, files: 0, fileBytes: 0 };
  try {
    await withBulkLoad(options.target, async (copyRows) => {
      const { entries } = await openArchive(options.file);
      for await (const entry of entries) {
        const [folder, name = ''] = entry.name.split('/');
        if (folder === 'tables')
          await loadRows(entry, name, { copyRows, manifest, report, excludedTables: options.excludedTables });
        if (folder === 'files') await loadFile(entry, name, options.blobs, report);
      }
    });
    return report;
  } catch (error) {
    await removeFiles(options);
    throw error;
  }
}

interface Rows {
  readonly copyRows: CopyRows;
  readonly manifest: Manifest;
  readonly excludedTables: readonly string[];
  readonly report: RestoreReport;
}

async function loadRows(
  entry: TarEntry,
  tableName: string,
  { copyRows, manifest, excludedTables, report }: Rows,
): Promise<void> {
  const table = manifest.tables.find(({ name }) => name === tableName);
  if (!table || excludedTables.includes(tableName)) return;
  const counted = async function* () {
    for await (const chunk of entry.body) {
      report.rows += countRows(chunk);
      yield chunk;
    }
  };
  await copyRows(table, counted());
}

async function loadFile(entry: TarEntry, name: string, blobs: RestoreOptions['blobs'], report: RestoreReport) {
  if (!isBlobName(name)) throw new ArchiveError(`${entry.name} is no name for a file of ours.`);
  await blobs.write(name, entry.body);
  report.files += 1;
  report.fileBytes += entry.bytes;
}

/** Without their rows these files could never be found again, not even for removal. */
async function removeFiles({ file, blobs }: RestoreOptions): Promise<void> {
  const { entries } = await openArchive(file);
  for await (const { name } of entries) {
    if (name.startsWith('files/')) await blobs.remove(name.slice('files/'.length));
  }
}
