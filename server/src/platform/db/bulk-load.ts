import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { openConnection } from './connection.ts';
import type { ConnectionTarget, Database, Sql } from './database.ts';
import { migrationLock } from './migration-lock.ts';
import { quoted } from './sql.ts';
import { prepareForCopy, copyTarget, listTables, type TableShape } from './tables.ts';

/** What a database already contains. */
export interface DatabaseContents {
  readonly tables: readonly TableShape[];
  /** Whether any table has a row. */
  readonly hasRows: boolean;
  /** Connections of running servers. */
  readonly servers: number;
}

/** The connections of a server that has just stopped end a moment later. */
async function countServers(sql: Sql, triesLeft = 20): Promise<number> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'chat-app' and pid <> pg_backend_pid()`;
  const count = others?.count ?? 0;
  if (count === 0 || triesLeft === 0) return count;
  await pause(100);
  return countServers(sql, triesLeft - 1);
}

/** Inspects the database before a restore. */
export async function inspectDatabase(sql: Sql): Promise<DatabaseContents> {
  const servers = await countServers(sql);
  const tables = await listTables(sql);
  const filled = await Promise.all(tables.map(({ name }) => hasRow(sql, name)));
  return { tables, hasRows: filled.includes(true), servers };
}

async function hasRow(sql: Sql, table: string): Promise<boolean> {
  const [answer] = await sql<{ found: boolean }[]>`select exists (select from ${sql.identifier(table)}) as found`;
  return answer?.found === true;
}

/** Drops all tables and functions of the schema except those that belong to extensions. */
export async function dropEverything(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await prepareForCopy(tx);
    await tx`select pg_advisory_xact_lock(${migrationLock})`;
    const [made] = await tx<{ statements: string | null }[]>`
      select string_agg(statement, '; ') as statements
      from (
        select format('drop table %I cascade', relname) as statement
        from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'
        union all
        select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure)
        from pg_proc
        where pronamespace = current_schema()::regnamespace
          and not exists (
            select from pg_depend
            where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
          )
      ) as made`;
    if (made?.statements) await tx.script(made.statements);
  });
}

/** Copies whole rows into a table. May be called several times for one table. */
export type CopyRows = (table: TableShape, rows: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Gives `work` empty tables to fill, in one transaction. Foreign keys are checked at the end, since users and their
 * images reference each other. Triggers are disabled, since their effects are already in the data.
 */
export async function withBulkLoad(
  target: ConnectionTarget,
  work: (copyRows: CopyRows) => Promise<void>,
): Promise<void> {
  const { client, sql } = await openConnection(target);
  const copyRows: CopyRows = async (table, rows) => {
    const input = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    await pipeline(rows, input).catch((error: unknown) => {
      throw new Error(`PostgreSQL refused rows of ${table.name}.`, { cause: error });
    });
  };
  try {
    await sql`begin`;
    await prepareForCopy(sql);
    await sql`select pg_advisory_xact_lock(${migrationLock})`;
    const tables = await listTables(sql);
    const references = await listReferences(sql);
    for (const { table, name } of references) {
      await sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`;
    }
    for (const { name } of tables) await sql`alter table ${sql.identifier(name)} disable trigger user`;
    await work(copyRows);
    for (const { table, name, definition } of references) {
      await sql.script(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    }
    for (const { name } of tables) await sql`alter table ${sql.identifier(name)} enable trigger user`;
    await sql`commit`;
  } finally {
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
}

async function listReferences(sql: Sql) {
  return sql<{ table: string; name: string; definition: string }[]>`
    select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    where connamespace = current_schema()::regnamespace and contype = 'f'
    order by relname, conname`;
}
