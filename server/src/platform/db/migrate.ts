import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { serverDir } from '../paths.ts';
import type { Database, Sql } from './database.ts';
import { bareText, isTransactional, splitStatements } from './migration-file.ts';
import { takeMigrationLock } from './migration-lock.ts';
import { quoted } from './sql.ts';
import { listApplied, listTables } from './tables.ts';

const ownFolder = join(serverDir, 'src/platform/db/migrations');

/** While a migration waits for a heavy lock, every query of that table queues behind it. */
const lockTimeoutMs = 100;
/** Enough for PostgreSQL to cancel an autovacuum in our way, which it does after `deadlock_timeout` (1 s by default). */
const quietWaitMs = 10_000;
/** Pauses let the queue drain. Their length is random, so that they do not coincide with a periodic job. */
const shortestPauseMs = 500;
const longestPauseMs = 1500;
const defaultPatienceMs = 5 * 60_000;
/** lock_not_available, deadlock_detected. */
const lockFailures = new Set(['55P03', '40P01']);
/** These wait for a lock that conflicts with no query of a running node, and some of them for all older transactions. */
const waitsQuietly = /\bconcurrently\b|\bvalidate\s+constraint\b/i;

/** The database belongs to a newer release. The message is for the operator. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** The database belongs to an older release. The message is for the operator. */
export class OlderSchemaError extends Error {
  override name = 'OlderSchemaError';
}

interface MigrateOptions {
  /** By default those of this program. */
  readonly folder?: string;
  /** By default all of the folder. */
  readonly wanted?: readonly string[];
  /** How long tables in use are waited for, in all files together. */
  readonly patienceMs?: number;
}

/** The names of all migrations, in order. */
export async function listMigrations(folder = ownFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).toSorted();
}

/** Throws when a newer release has migrated the database. */
export function assertSchemaKnown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name)).at(-1);
  if (unknown === undefined) return;
  throw new NewerSchemaError(
    `This database was migrated by a newer Chat App (${unknown}): use that release or a newer one.`,
  );
}

/** Throws unless the database is of exactly this release. */
export async function assertSchemaCurrent(sql: Sql): Promise<void> {
  const [applied, known] = [await listApplied(sql), await listMigrations()];
  assertSchemaKnown(applied, known);
  if (applied.length < known.length) {
    throw new OlderSchemaError('This database is of an older Chat App: start this release once, which updates it.');
  }
}

/** Brings the schema up to date. Each file runs once, in order, in its own transaction unless it says otherwise. */
export async function migrate(
  database: Database,
  logger: Logger,
  { folder = ownFolder, wanted, patienceMs = defaultPatienceMs }: MigrateOptions = {},
): Promise<void> {
  const known = await listMigrations(folder);
  // Closing the connection releases the lock and rolls back a file that failed midway.
  await database.session(async (sql) => {
    // Altering a large table may exceed the statement timeout of a request.
    await sql`set statement_timeout = 0`;
    await takeMigrationLock(sql);
    await sql`
      create table if not exists migrations (
        name text constraint migrations_pkey primary key,
        applied_at timestamptz not null default now()
      )`;
    const applied = await listApplied(sql);
    assertSchemaKnown(applied, known);

    const patience = { leftMs: patienceMs };
    for (const file of (wanted ?? known).filter((name) => !applied.includes(name))) {
      const text = await readFile(join(folder, file), 'utf8');
      const run = isTransactional(text) ? runInTransaction : runOneByOne;
      await retryWhileLocked(() => run(sql, file, text), { sql, logger, file, patience });
      logger.info({ migration: file }, 'migrated');
    }
  });
}

interface Attempts {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly file: string;
  /** Only time that was spent in vain counts. */
  readonly patience: { leftMs: number };
}

/** Yields to running nodes: while a table is in use, retries for some minutes. */
async function retryWhileLocked(work: () => Promise<void>, { sql, logger, file, patience }: Attempts): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    try {
      await work();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!lockFailures.has(code)) {
        throw new Error(`${file} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      await sql`rollback`;
      logger.warn({ migration: file, code }, 'a table is in use, migration will be retried');
      await pause(shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs));
      patience.leftMs -= performance.now() - startedAt;
      if (patience.leftMs < 0) {
        throw new Error(`${file} gave up: its table is in use by a long transaction.`, { cause: error });
      }
    }
  }
}

async function runInTransaction(sql: Sql, file: string, text: string): Promise<void> {
  const bare = bareText(text);
  const named = (await listTables(sql)).filter(({ name }) => new RegExp(`\\b${name}\\b`).test(bare));
  // A short wait never cancels an autovacuum, which may take hours. This lock does, and no query has to wait for it.
  const quietLocks = named.map(({ name }) => `lock table ${quoted(name)} in share update exclusive mode;`);
  await sql.script(`
    begin;
    set local lock_timeout = ${quietWaitMs};
    ${quietLocks.join('\n')}
    set local lock_timeout = ${lockTimeoutMs};
    ${text}
    ;insert into migrations (name) values ('${file}');
    commit;`);
}

/** After an interruption the file starts again with its first statement. */
async function runOneByOne(sql: Sql, file: string, text: string): Promise<void> {
  for (const statement of splitStatements(text)) {
    const timeoutMs = waitsQuietly.test(bareText(statement)) ? defaultPatienceMs : lockTimeoutMs;
    await sql.script(`set lock_timeout = ${timeoutMs}`);
    await sql.script(statement);
  }
  await sql`insert into migrations (name) values (${file})`;
}
