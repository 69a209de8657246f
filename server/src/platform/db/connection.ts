import { Client } from 'pg';
import type { ClientBase, ClientConfig, QueryArrayConfig, QueryArrayResult } from 'pg';
import { asDatabaseError } from './database-errors.ts';
import { rowTypes, toRows } from './rows.ts';
import { createSql } from './sql.ts';
import type { Execute, Sql } from './sql.ts';

/** Where the database is: a URL, or the unix socket of the embedded server. */
export type ConnectionTarget = string | { host: string; port: number; user: string; database: string };

/** Options of every connection to the database, inside the pool and outside of it. */
export function connectionConfig(target: ConnectionTarget): ClientConfig {
  return {
    ...(typeof target === 'string' ? { connectionString: withLibpqTls(target) } : target),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types: rowTypes,
    application_name: 'chat-app',
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling a plan takes longer than any of our queries runs.
    options: '-c jit=off',
  };
}

/** Gives `sslmode` the meaning it has for psql; the driver would otherwise take `require` for `verify-full`. */
function withLibpqTls(url: string): string {
  return /[?&]uselibpqcompat=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`;
}

/** A connection outside of the pool, for COPY, which a pipelined connection cannot do. */
export async function openConnection(target: ConnectionTarget): Promise<{ client: Client; sql: Sql }> {
  const client = new Client(connectionConfig(target));
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => Promise.reject(asDatabaseError(error)));
  return { client, sql: createSql(executeOn(client)) };
}

export function executeOn(client: ClientBase): Execute {
  return {
    statement: async ({ text, values, name }) =>
      toRows(await query(client, { text, values: values as unknown[], name, rowMode: 'array' as const })),
    script: async (text) => void (await query(client, text)),
  };
}

/** By callback: the driver's promise would take a stack trace for each failed statement. */
export function query(client: ClientBase, asked: string | QueryArrayConfig): Promise<QueryArrayResult> {
  return new Promise((resolve, reject) => {
    client.query(asked as QueryArrayConfig, (error: Error | undefined, result: QueryArrayResult) =>
      error ? reject(asDatabaseError(error)) : resolve(result),
    );
  });
}
