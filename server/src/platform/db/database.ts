import { Pool } from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import { assertWithinDeadline, withTimeout } from '../deadline.ts';
import type { PoolLoad } from '../metrics/metrics.ts';
import { connectionConfig, executeOn, query } from './connection.ts';
import type { ConnectionTarget } from './connection.ts';
import { asDatabaseError, isConflict, isDatabaseUnavailable, isStalePlan, isTimeout } from './database-errors.ts';
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
  /** Throws when the database does not respond in time. */
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
  const pool = createPool({ ...connectionConfig(target), max: poolSize });

  const connect = () => pool.connect().catch((error: unknown) => Promise.reject(asDatabaseError(error)));

  const sql = createSql({
    // Every pooled connection may hold the stale plan; each attempt closes one of them.
    statement: (statement) => retry(() => runOnce(connect, statement), isStalePlan, poolSize + 1),
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
      retry(() => retry(() => transaction(work), isConflict, transactionTries), isStalePlan, poolSize + 1),
    statement: (work) => retry(() => work(sql), isConflict, transactionTries),
    session,
    ping: async () => {
      await withTimeout(pingTimeoutMs, sql`select 1`);
    },
    load: () => ({ size: poolSize, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => withTimeout(closeTimeoutMs, pool.end()).catch(() => {}),
  };
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, idleTimeoutMillis: 60_000, pipeline: true });
  // A broken connection fails its statements and leaves the pool. An unhandled 'error' event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
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
