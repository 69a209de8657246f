import type { Sql } from './database.ts';
import { quoted } from './sql.ts';

/** A table and its columns, except generated ones. */
export interface TableShape {
  readonly name: string;
  readonly columns: string[];
}

/** The list of migrations belongs to the schema itself; the others are what only running nodes need. */
const unsavedTables = ['migrations', 'access_changes', 'message_index', 'message_index_progress', 'host_nodes'];

/** All tables of the schema that backups carry. */
export async function listTables(sql: Sql): Promise<TableShape[]> {
  return sql<TableShape[]>`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all(${unsavedTables}::text[])
    group by relname
    order by relname`;
}

/** The sequences of these tables: a restored one would restart at one unless its counter is carried too. */
export async function listSequences(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select sequence.relname::text as name
    from pg_class as sequence
    left join pg_depend on pg_depend.objid = sequence.oid and deptype in ('a', 'i')
    left join pg_class as owner on owner.oid = refobjid
    where sequence.relnamespace = current_schema()::regnamespace
      and sequence.relkind = 'S'
      and coalesce(owner.relname::text, '') <> all(${unsavedTables}::text[])`;
  return rows.map(({ name }) => name);
}

/** The migrations that have run here; empty in a database the application has never used. */
export async function listApplied(sql: Sql): Promise<string[]> {
  const [found] = await sql<{ isThere: boolean }[]>`select to_regclass('migrations') is not null as is_there`;
  if (!found?.isThere) return [];
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`;
  return rows.map(({ name }) => name);
}

/** One column of a table, in batches. Must run inside a transaction, since a cursor ends with it. */
export async function* readColumn(tx: Sql, table: string, column: string): AsyncGenerator<string[]> {
  await tx`
    declare column_values no scroll cursor for
    select ${tx.identifier(column)} as value from ${tx.identifier(table)} order by 1`;
  for (;;) {
    const rows = await tx<{ value: string }[]>`fetch 1000 from column_values`;
    if (rows.length === 0) break;
    yield rows.map(({ value }) => value);
  }
  await tx`close column_values`;
}

/** Lifts the time limits for long copies, and makes the text format of rows independent of the server's settings. */
export async function prepareForCopy(sql: Sql): Promise<void> {
  await sql.script(`
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set application_name = 'chat-app-archive';
    set datestyle = 'ISO, YMD';
    set timezone = 'UTC';
    set intervalstyle = 'postgres';
    set extra_float_digits = 1`);
}

/** The table in the form COPY expects. */
export function copyTarget({ name, columns }: TableShape): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}
