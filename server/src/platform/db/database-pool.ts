import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { isOutOfConnections } from './database-errors.ts';

const writableCheckEveryMs = 250;
const waitingCheckEveryMs = 50;
/** A host that has vanished answers nothing, not even the end of the connection. */
const answerWithinMs = 2000;

/**
 * The connections to the database. One that was opened while the database took no writes, as during a fail-over, would
 * never take any: the pool starts afresh as soon as a new connection does.
 */
export function createDatabasePool(config: PoolConfig) {
  let pool = createPool(config);
  let isClosed = false;
  let recovery: Promise<void> | null = null;
  const ending = new Set<Promise<void>>();

  /** Serves those who wait for a connection first; connections in use end when they are released. */
  async function retire(former: Pool) {
    while (former.waitingCount > 0) await delay(waitingCheckEveryMs);
    await former.end();
  }

  async function startAfreshWhenWritable(): Promise<void> {
    const isPossible = await isWritable(config);
    if (isClosed) return;
    if (!isPossible) {
      await delay(writableCheckEveryMs);
      return startAfreshWhenWritable();
    }
    const retiring = retire(pool).catch(() => {});
    ending.add(retiring);
    void retiring.finally(() => ending.delete(retiring));
    pool = createPool(config);
  }

  return {
    connect: () => pool.connect(),
    counts: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    /** A statement was refused because the database takes no writes. */
    noteReadOnly() {
      recovery ??= startAfreshWhenWritable().finally(() => {
        recovery = null;
      });
    },
    isReadOnly: () => recovery !== null,
    async end() {
      isClosed = true;
      await Promise.all([pool.end(), ...ending]);
    },
  };
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, idleTimeoutMillis: 60_000, pipeline: true });
  // A broken connection fails its statements and leaves the pool. An unhandled 'error' event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function isWritable(config: PoolConfig): Promise<boolean> {
  const client = new Client({ ...config, query_timeout: answerWithinMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    return rows[0]?.transaction_read_only === 'off';
  } catch (error) {
    // It has no connection left for this question, and accepts logins.
    return isOutOfConnections(error);
  } finally {
    void client.end().catch(() => {});
  }
}
