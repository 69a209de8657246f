import type { PoolClient } from 'pg';
import { assertWithinDeadline, withTimeout } from '../deadline.ts';
import type { PoolLoad } from '../metrics/metrics.ts';
import { connectionConfig, executeOn, query } from './connection.ts';
import type { ConnectionTarget } from './connection.ts';
import {
  asDatabaseError,
  isConflict,
  isDatabaseUnavailable,
  isReadOnlyRefusal,
  isStalePlan,
  isTimeout,
} from './database-errors.ts';
import { createDatabasePool } from './database-pool.ts';
import { createSql } from './sql.ts';
import type { Sql, Statement } from './sql.ts';

export type { ConnectionTarget } from './connection.ts';
export type { Sql } from './sql.ts';

/** The connection pool. Each connection prepares a statement once. */
export interface Database {
  readonly sql: Sql;
  /** Atomic. Work that exceeds its deadline is rolled back, because the caller has already received an error. */
  transaction: <Result>(work: (tx: Sql) => Promise<Result>) => Promise<Result>;
  /** Like `transaction`, for work that is a single statement and therefore atomic by itself. */
  statement: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  /**
   * Runs all of the work on one connection, for settings and locks that outlive a transaction. Closes it afterwards.
   */
  session: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  /** Throws when the database does not respond in time, or takes no writes. */
  ping: () => Promise<void>;
  load: () => PoolLoad;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  poolSize?: number;
  onWaited?: (seconds: number) => void;
}

const pingTimeoutMs = 2000;
const closeTimeoutMs = 5000;
const transactionTries = 3;

export function connectDatabase(
  target: ConnectionTarget,
  { poolSize = 10, onWaited = () => {} }: DatabaseOptions = {},
): Database {
  const pool = createDatabasePool({ ...connectionConfig(target), max: poolSize });

  const connect = () => pool.connect().catch((error: unknown) => Promise.reject(asDatabaseError(error)));

  /** Notifies the pool when the database takes no writes. */
  const noting = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (isReadOnlyRefusal(error)) pool.noteReadOnly();
      throw error;
    });

  const sql = createSql({
    // Every pooled connection may hold the stale plan; each attempt closes one of them.
    statement: (statement) => noting(retry(() => runOnce(connect, statement), isStalePlan, poolSize + 1)),
    script: async (text) => session((own) => own.script(text)),
  });

  async function session<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const client = await connect();
    try {
      return await work(createSql(executeOn(client)));
    } finally {
      client.release(true);
    }
  }

  async function transaction<Result>(work: (tx: Sql) => Promise<Result>): Promise<Result> {
    const askedAt = performance.now();
    const client = await connect();
    onWaited((performance.now() - askedAt) / 1000);
    return runTransaction(client, work);
  }

  return {
    sql,
    transaction: (work) =>
      noting(retry(() => retry(() => transaction(work), isConflict, transactionTries), isStalePlan, poolSize + 1)),
    statement: (work) => retry(() => work(sql), isConflict, transactionTries),
    session: (work) => noting(session(work)),
    ping: async () => {
      const settings = sql<{ isReadOnly: boolean }[]>`
        select current_setting('transaction_read_only')::boolean as is_read_only`;
      const [answer] = await withTimeout(pingTimeoutMs, settings);
      if (answer?.isReadOnly) pool.noteReadOnly();
      if (pool.isReadOnly()) throw new Error('The database takes no writes');
    },
    load: () => ({ size: poolSize, ...pool.counts() }),
    close: () => withTimeout(closeTimeoutMs, pool.end()).catch(() => {}),
  };
}

async function runOnce(connect: () => Promise<PoolClient>, statement: Statement) {
  const client = await connect();
  try {
    const rows = await executeOn(client).statement(statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(isDatabaseUnavailable(error) || isStalePlan(error));
    throw error;
  }
}

async function runTransaction<Result>(client: PoolClient, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  const { statement, script } = executeOn(client);
  let isOver = false;
  const whileOpen =
    <Argument, Answer>(execute: (argument: Argument) => Promise<Answer>) =>
    async (argument: Argument) => {
      // A late statement would run inside the transaction of the next user of this connection.
      if (isOver) throw new Error('The transaction is over');
      return execute(argument);
    };

  try {
    await script('begin');
    const result = await work(createSql({ statement: whileOpen(statement), script: whileOpen(script) }));
    assertWithinDeadline();
    isOver = true;
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    isOver = true;
    // A statement that took too long has ended, and its connection can go on.
    const isUsable = isTimeout(error) || (!isDatabaseUnavailable(error) && !isStalePlan(error));
    const isClean = isUsable && (await rollBack(client));
    client.release(!isClean);
    throw error;
  }
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await query(client, 'commit');
  // A statement failed and the work ignored the error. PostgreSQL answers such a commit with a rollback.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed');
}

async function rollBack(client: PoolClient): Promise<boolean> {
  return query(client, 'rollback').then(
    () => true,
    () => false,
  );
}

async function retry<Result>(
  work: () => Promise<Result>,
  isWorthwhile: (error: unknown) => boolean,
  tries: number,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries > 1 && isWorthwhile(error)) return retry(work, isWorthwhile, tries - 1);
    throw error;
  }
}
