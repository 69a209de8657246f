import { setImmediate as turn } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type postgres from 'postgres';
import type { Sql } from './database.ts';
import { migrationLock } from './migrate.ts';
import { beUnhurried, copyTarget, listTables, quoted, type TableShape } from './tables.ts';

/** What already lives in a database. */
export interface Inhabitants {
  readonly tables: readonly TableShape[];
  /** Whether a table has a row. */
  readonly hasRows: boolean;
  /** Connections of running servers. */
  readonly servers: number;
}

/** Looks around before anything is put in. */
export async function listInhabitants(sql: postgres.Sql): Promise<Inhabitants> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'chat-app' and pid <> pg_backend_pid()`;
  const tables = await listTables(sql);
  const filled = await Promise.all(tables.map(({ name }) => hasRow(sql, name)));
  return { tables, hasRows: filled.includes(true), servers: others?.count ?? 0 };
}

async function hasRow(sql: Sql, table: string): Promise<boolean> {
  const [answer] = await sql<{ found: boolean }[]>`select exists (select from ${sql(table)}) as found`;
  return answer?.found === true;
}

/** Removes all tables and functions of the schema, but what belongs to extensions. */
export async function dropEverything(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await beUnhurried(tx);
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
    if (made?.statements) await tx.unsafe(made.statements);
  });
}

/** Puts whole rows into a table. May be called several times for one. */
export type Fill = (table: TableShape, rows: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Gives `work` empty tables to fill; others see all of it, or nothing. References are checked once everything is in,
 * since people and their pictures point at each other, and triggers sleep, since what they would do has been done.
 */
export async function withLoading(sql: postgres.Sql, work: (fill: Fill) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await beUnhurried(tx);
    await tx`select pg_advisory_xact_lock(${migrationLock})`;
    const tables = await listTables(tx);
    const references = await listReferences(tx);
    for (const { table, name } of references) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
    for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
    await work((table, rows) => fill(tx, table, rows));
    for (const { table, name, definition } of references) {
      await tx.unsafe(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    }
    for (const { name } of tables) await tx`alter table ${tx(name)} enable trigger user`;
  });
}

async function listReferences(sql: Sql) {
  return sql<{ table: string; name: string; definition: string }[]>`
    select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    where connamespace = current_schema()::regnamespace and contype = 'f'
    order by relname, conname`;
}

async function fill(tx: Sql, table: TableShape, rows: AsyncIterable<Buffer>): Promise<void> {
  const input = await tx.unsafe(`copy ${copyTarget(table)} from stdin`).writable();
  let failure: unknown;
  input.on('error', (error) => (failure = error));
  try {
    for await (const chunk of rows) await write(input, chunk);
    input.end();
    await turn();
    // postgres.js never settles a COPY that the server refuses after its last byte; the next statement tells of it.
    await tx`select 1`;
  } catch (error) {
    throw failure ?? new Error(`PostgreSQL refused rows of ${table.name}.`, { cause: error });
  }
}

function write(input: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    input.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
