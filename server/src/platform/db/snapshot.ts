import { to as copyTo } from 'pg-copy-streams';
import { openConnection } from './connection.ts';
import type { ConnectionTarget, Sql } from './database.ts';
import { migrationLock } from './migrate.ts';
import { beUnhurried, copyTarget, listApplied, listTables, readColumn, type TableShape } from './tables.ts';

/** Everything as it was in one moment, while others go on writing. Schema changes wait until it is closed. */
export interface Snapshot {
  readonly migrations: string[];
  readonly tables: TableShape[];
  /** Whole rows in PostgreSQL's own text form, which other versions read too. */
  rows: (table: TableShape) => AsyncIterable<Buffer>;
  /** One column of one table, some values at a time. */
  values: (table: string, column: string) => AsyncIterable<string[]>;
  close: () => Promise<void>;
}

export async function openSnapshot(target: ConnectionTarget): Promise<Snapshot> {
  const { client, sql } = await openConnection(target);
  const close = () => client.end();
  try {
    await beUnhurried(sql);
    // A migration that waited for our tables would make everybody wait behind it; so it waits here, before it begins.
    // Not inside the transaction: its moment would be the one before the wait.
    await sql`select pg_advisory_lock_shared(${migrationLock})`;
    await sql`begin isolation level repeatable read, read only`;
    await refuseSequences(sql);
    return {
      migrations: await listApplied(sql),
      tables: await listTables(sql),
      rows: (table) => client.query(copyTo(`copy ${copyTarget(table)} to stdout`)),
      values: (table, column) => readColumn(sql, table, column),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// Every id of ours is made by the program. A counter would have to be carried over too, or it would begin again at one.
async function refuseSequences(sql: Sql): Promise<void> {
  const [found] = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S'
    limit 1`;
  if (found) throw new Error(`The schema has a sequence, ${found.name}, which backups do not carry.`);
}
