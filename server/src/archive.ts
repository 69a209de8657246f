import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { findExistingDatabase, NoDatabaseError } from './existing-database.ts';
import { uploadRepository } from './features/uploads/index.ts';
import { ArchiveError } from './platform/archive/archive-file.ts';
import { backUp } from './platform/archive/backup.ts';
import { restore } from './platform/archive/restore.ts';
import { connectDatabase, type ConnectionTarget } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { NewerSchemaError } from './platform/db/migrate.ts';
import { findRunningPostgres } from './platform/db/running-postgres.ts';
import { createLogger } from './platform/logger.ts';
import { openBlobStore } from './platform/storage/open-blob-store.ts';
import type { Disposer } from './shutdown.ts';

/** Where the database keeps the names of uploaded files. */
const fileNameColumn = { table: 'uploads', column: 'file_name' };
/** Left out by default: after a restore everybody signs in again, and links in older mails no longer work. */
const sessionTables = [
  'sessions',
  'one_time_tokens',
  'devices',
  'login_tickets',
  'security_links',
  'email_changes',
  'passkey_challenges',
];
/** Calls that were active during the backup are over. */
const neverRestoredTables = ['calls'];

const usage = `backup [file] [--allow-missing]
    writes the database and the uploaded files into one archive
restore file [--replace] [--keep-sessions]
    puts an archive into an empty database and the storage`;

interface Command {
  readonly config: Config;
  readonly file: string | undefined;
  readonly flags: { 'allow-missing': boolean; replace: boolean; 'keep-sessions': boolean };
  readonly disposers: Disposer[];
}

const logger = createLogger('warn', { write: (line) => process.stderr.write(line) });

await main();

async function main() {
  const disposers: Disposer[] = [];
  try {
    const { values: flags, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'allow-missing': { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        'keep-sessions': { type: 'boolean', default: false },
      },
    });
    const [command, file, ...more] = positionals;
    const run = command === 'backup' ? runBackup : runRestore;
    if (more.length > 0 || (run === runRestore && (command !== 'restore' || !file))) throw new ArchiveError(usage);
    await run({ config: readConfig(), file, flags, disposers });
  } catch (error) {
    process.exitCode = 1;
    const isForOperator = [ArchiveError, ConfigError, NewerSchemaError, NoDatabaseError].some(
      (kind) => error instanceof kind,
    );
    if (!isForOperator) logger.error({ err: error }, 'failed');
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    for (const dispose of disposers.toReversed()) await dispose();
  }
}

async function runBackup({ config, file, flags, disposers }: Command) {
  const path = resolve(file ?? join(config.dataDir, 'backups', `chat-app-${fileStamp(new Date())}.tar.gz`));
  const source = await findExistingDatabase(config, logger, disposers);
  const database = connectDatabase(source);
  disposers.push(() => database.close());
  const blobs = config.s3 === null ? await openBlobStore(config, logger) : null;
  const isShown = (name: string) => uploadRepository.isShown(database.sql, name);
  const mayMissFiles = flags['allow-missing'];
  const counts = await backUp({ source, file: path, blobs, fileNameColumn, isShown, mayMissFiles });
  print(`Wrote ${path}: ${counts.rows} rows and ${counts.files} files (${megabytes(counts.fileBytes)} MB).`);
  if (blobs === null) print('Uploaded files are not in it: they are in the bucket, which needs a backup of its own.');
  if (counts.filesMissing > 0) {
    print(`${counts.filesMissing} files were not there: deleted meanwhile, never fully uploaded, or lost.`);
  }
}

async function runRestore({ config, file = '', flags, disposers }: Command) {
  const target = await openTarget(config, disposers);
  const blobs = await openBlobStore(config, logger);
  disposers.push(() => blobs.close());
  const excludedTables = [...neverRestoredTables, ...(flags['keep-sessions'] ? [] : sessionTables)];
  const report = await restore({
    target,
    file,
    blobs,
    fileNameColumn,
    excludedTables,
    overwrite: flags.replace,
    logger,
  });
  const { createdAt, hasFiles, rows, files, fileBytes } = report;
  print(`Restored ${rows} rows and ${files} files (${megabytes(fileBytes)} MB) of ${createdAt}.`);
  print(flags['keep-sessions'] ? 'Whoever was signed in still is.' : 'Everybody has to sign in again.');
  if (!hasFiles) print('Uploaded files are not in this archive: they are in the bucket it was made with.');
}

async function openTarget(config: Config, disposers: Disposer[]): Promise<ConnectionTarget> {
  if (config.database !== null) return config.database;
  if (await findRunningPostgres(config.dataDir)) {
    throw new ArchiveError(`Chat App is running in ${config.dataDir}: stop it first.`);
  }
  return startEmbedded(config, disposers);
}

async function startEmbedded({ dataDir }: Config, disposers: Disposer[]): Promise<ConnectionTarget> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  disposers.push(postgres.stop);
  return postgres.connection;
}

function fileStamp(date: Date) {
  return date.toISOString().slice(0, 19).replaceAll(':', '-');
}

function megabytes(bytes: number) {
  return (bytes / 1_000_000).toFixed(1);
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
