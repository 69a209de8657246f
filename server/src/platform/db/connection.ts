import { Client } from 'pg';
import type { ClientBase, ClientConfig, QueryArrayConfig, QueryArrayResult } from 'pg';
import { asDatabaseError } from './database-errors.ts';
import { rowTypes, toRows } from './rows.ts';
import { createSql } from './sql.ts';
import type { Execute, Sql } from './sql.ts';

/** Address of the database: a URL, or the unix socket of the embedded server. */
export type ConnectionTarget = string | { host: string; port: number; user: string; database: string };

/** Options of every connection to the database, pooled or not. */
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
    // JIT compilation takes longer than any of our queries.
    options: '-c jit=off',
  };
}

/** Gives `sslmode` its libpq meaning; by default the driver treats `require` as `verify-full`. */
function withLibpqTls(url: string): string {
  return /[?&]uselibpqcompat=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`;
}

/** Opens a connection outside the pool, for COPY, which a pipelined connection cannot run. */
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

/** Uses the callback API: the driver's promise API captures a stack trace for each failed statement. */
export function query(client: ClientBase, asked: string | QueryArrayConfig): Promise<QueryArrayResult> {
  return new Promise((resolve, reject) => {
    client.query(asked as QueryArrayConfig, (error: Error | undefined, result: QueryArrayResult) =>
      error ? reject(asDatabaseError(error)) : resolve(result),
    );
  });
}
