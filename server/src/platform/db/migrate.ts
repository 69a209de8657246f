import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { serverDir } from '../paths.ts';
import type { Database, Sql } from './database.ts';

const folder = join(serverDir, 'src/platform/db/migrations');
/** An arbitrary lock id that nothing else uses. Nodes that start at the same time take turns on it. */
export const migrationLock = 7_204_518_331;

/** While a migration waits for a table lock, every reader of that table queues behind it. */
const lockTimeoutMs = 2000;
const retryEveryMs = 1000;
const retryForMs = 5 * 60_000;
/** lock_not_available, deadlock_detected. */
const lockFailures = new Set(['55P03', '40P01']);

/** The names of all migrations, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).toSorted();
}

/** Brings the schema up to date. Each file runs once, in order, in its own transaction. */
export async function migrate(database: Database, logger: Logger, wanted?: readonly string[]): Promise<void> {
  const files = wanted ?? (await listMigrations());
  // Closing the connection releases the lock and rolls back a file that failed midway.
  await database.session(async (sql) => {
    // Waiting for another node, or altering a large table, may exceed the statement timeout of a request.
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${migrationLock})`;
    await sql`
      create table if not exists migrations (
        name text constraint migrations_pkey primary key,
        applied_at timestamptz not null default now()
      )`;
    const rows = await sql<{ name: string }[]>`select name from migrations order by name`;
    const applied = new Set(rows.map((row) => row.name));

    for (const file of files.filter((name) => !applied.has(name))) {
      await apply(sql, logger, file);
      logger.info({ migration: file }, 'migrated');
    }
  });
}

/** Yields to running nodes: while a table is in use, retries for some minutes. */
async function apply(sql: Sql, logger: Logger, file: string): Promise<void> {
  const statements = await readFile(join(folder, file), 'utf8');
  const giveUpAt = Date.now() + retryForMs;
  for (;;) {
    try {
      await sql.script(`
        begin;
        set local lock_timeout = ${lockTimeoutMs};
        ${statements}
        ;insert into migrations (name) values ('${file}');
        commit;`);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!lockFailures.has(code) || Date.now() > giveUpAt) throw error;
      logger.warn({ migration: file, code }, 'a table is in use, migration will be retried');
      await sql`rollback`;
      await pause(retryEveryMs);
    }
  }
}
