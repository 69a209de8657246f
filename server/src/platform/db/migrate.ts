import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import { serverFolder } from '../folders.ts';
import type { Database } from './database.ts';

const folder = join(serverFolder, 'src/platform/db/migrations');
/** Any number that nobody else uses: nodes that start together take turns on it. */
export const migrationLock = 7_204_518_331;

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
      const statements = await readFile(join(folder, file), 'utf8');
      await connection.unsafe(`begin;\n${statements}\n;insert into migrations (name) values ('${file}');\ncommit;`);
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
