import { to as copyTo } from 'pg-copy-streams';
import { openConnection } from './connection.ts';
import type { ConnectionTarget, Sql } from './database.ts';
import { assertSchemaKnown, listMigrations } from './migrate.ts';
import { takeMigrationLock } from './migration-lock.ts';
import {
  prepareForCopy,
  copyTarget,
  listApplied,
  listSequences,
  listTables,
  readColumn,
  type TableShape,
} from './tables.ts';

/** A consistent view of all data at one moment, while others keep writing. Schema changes wait until it is closed. */
export interface Snapshot {
  readonly migrations: string[];
  readonly tables: TableShape[];
  /** Whole rows in PostgreSQL's text format, which other versions can read too. */
  rows: (table: TableShape) => AsyncIterable<Buffer>;
  /** One column of one table, in batches. */
  values: (table: string, column: string) => AsyncIterable<string[]>;
  close: () => Promise<void>;
}

export async function openSnapshot(target: ConnectionTarget): Promise<Snapshot> {
  const { client, sql } = await openConnection(target);
  const close = () => client.end();
  try {
    await prepareForCopy(sql);
    // A migration must not wait for our tables for as long as we read them; with this lock it waits before it begins.
    // Taken outside the transaction, so that the snapshot is not older than the wait.
    await takeMigrationLock(sql, { isShared: true });
    await sql`begin isolation level repeatable read, read only`;
    const migrations = await listApplied(sql);
    // Newer tables may refer to files in a way that this release does not know.
    assertSchemaKnown(migrations, await listMigrations());
    await refuseSequences(sql);
    return {
      migrations,
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

/** The application generates every id. */
async function refuseSequences(sql: Sql): Promise<void> {
  const [found] = await listSequences(sql);
  if (found !== undefined) throw new Error(`The schema has a sequence, ${found}, which backups do not carry.`);
}
