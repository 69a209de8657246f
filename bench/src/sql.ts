import { Client } from 'pg';
import type { ClientConfig } from 'pg';

/** Runs one statement on the database of the program under test. Values become parameters. */
export type Sql = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>;

export async function connectSql(target: ClientConfig): Promise<{ sql: Sql; close: () => Promise<void> }> {
  const client = new Client(target);
  // The program stops its database with it; the next statement, if there is one, fails by itself.
  client.on('error', () => {});
  await client.connect();
  const sql = async <Row>(strings: TemplateStringsArray, ...values: readonly unknown[]) => {
    const text = strings.reduce((start, part, index) => `${start}$${index}${part}`);
    return (await client.query(text, [...values])).rows as Row[];
  };
  return { sql, close: () => client.end() };
}
