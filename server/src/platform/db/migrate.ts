import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import type { Logger } from '../logger.ts';
import { serverFolder } from '../folders.ts';
import type { Database } from './database.ts';

const folder = join(serverFolder, 'src/platform/db/migrations');
/** Any number that nobody else uses: nodes that start together take turns on it. */
export const migrationLock = 7_204_518_331;

/** While a migration waits for a table, everybody who reads it waits behind the migration. */
const lockTimeoutMs = 2000;
const retryEveryMs = 1000;
const retryForMs = 5 * 60_000;
/** lock_not_available, deadlock_detected. */
const lockFailures = new Set(['55P03', '40P01']);

/** The names of all steps there are, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).toSorted();
}

/** Brings the schema up to date. Each file runs once, in order, in its own transaction. */
export async function migrate({ sql }: Database, logger: Logger, wanted?: readonly string[]): Promise<void> {
  const files = wanted ?? (await listMigrations());
  const connection = await sql.reserve();
  try {
    // Waiting for another node, or a large table, may take longer than a request may.
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${migrationLock})`;
    await connection`
      create table if not exists migrations (
        name text constraint migrations_pkey primary key,
        applied_at timestamptz not null default now()
      )`;
    const rows = await connection<{ name: string }[]>`select name from migrations order by name`;
    const applied = new Set(rows.map((row) => row.name));

    for (const file of files.filter((name) => !applied.has(name))) {
      await apply(connection, logger, file);
      logger.info({ migration: file }, 'migrated');
    }
  } catch (error) {
    // The failed file's transaction is still open on this connection; nothing of it may stay.
    await connection`rollback`.catch(() => {});
    throw error;
  } finally {
    await connection`select pg_advisory_unlock(${migrationLock})`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

/** Gives way to running nodes: a table that is in use is tried again, for some minutes. */
async function apply(connection: ReservedSql, logger: Logger, file: string): Promise<void> {
  const statements = await readFile(join(folder, file), 'utf8');
  const giveUpAt = Date.now() + retryForMs;
  for (;;) {
    try {
      await connection.unsafe(`
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
      await connection`rollback`;
      await pause(retryEveryMs);
    }
  }
}
