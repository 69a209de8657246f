import { Pool } from 'pg';
import type { PoolConfig } from 'pg';

/** Runs one statement on the database of the program under test. Values become parameters. */
export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

/** One connection, reopened after the program, and its database with it, has been restarted. */
export function connectSql(target: PoolConfig): { sql: Sql; close: () => Promise<void> } {
  const pool = new Pool({ ...target, max: 1, idleTimeoutMillis: 0 });
  // The next statement reconnects.
  pool.on('error', () => {});
  const sql = async <Row>(strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    const text = strings.reduce((start, part, index) => `${start}$${index}${part}`);
    return (await pool.query(text, [...values])).rows as Row[];
  };
  return { sql, close: () => pool.end() };
}
