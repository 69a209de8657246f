import postgres from 'postgres';
import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '../errors.ts';
import type { PoolLoad } from '../metrics/metrics.ts';
import { countStatements } from './pool-load.ts';

/** Runs statements: the pool itself, or one transaction. Repositories take it first. */
export type Sql = postgres.Sql | postgres.TransactionSql;

/** Where the database is: a URL, or the unix socket of the embedded server. */
export type ConnectionTarget = string | { host: string; port: number; user: string; database: string };

/** The pool. Statements are prepared once per connection. */
export interface Database {
  readonly sql: postgres.Sql;
  /** All or nothing. Work that outlived its deadline is rolled back: the caller was told that it failed. */
  transaction: <Result>(work: (tx: Sql) => Promise<Result>) => Promise<Result>;
  /** The same for work that is a single statement, which is a transaction by itself. */
  statement: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  /** Throws when the database does not answer in time. */
  ping: () => Promise<void>;
  load: () => PoolLoad;
  close: () => Promise<void>;
}

const poolSize = 10;
const reconnectSeconds = 0.2;
const pingTimeoutMs = 2000;
const transactionTries = 3;
const conflictCodes = new Set(['40P01', '40001']);

export function connectDatabase(
  target: ConnectionTarget,
  { onWaited = () => {} }: { onWaited?: (seconds: number) => void } = {},
): Database {
  const options = {
    max: poolSize,
    connect_timeout: 5,
    // The library takes each connection that was lost for a failed try: after a restart, a pool of ten would wait for 20 s.
    backoff: () => reconnectSeconds * (0.5 + Math.random()),
    idle_timeout: 60,
    onnotice: () => {},
    transform: postgres.camel,
    types: { date: isoTimestamps },
    connection: {
      application_name: 'chat-app',
      // Compiling a plan takes longer than any of our queries runs.
      jit: 'off',
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  };
  const pool = typeof target === 'string' ? postgres(target, options) : postgres({ ...options, ...target });
  const { sql, follow, load } = countStatements(pool, poolSize);

  return {
    sql,
    transaction: (work) => attempt(() => follow(commit(pool, timed(work, onWaited))), transactionTries),
    statement: (work) => attempt(() => work(sql), transactionTries),
    ping: async () => {
      await within(pingTimeoutMs, sql`select 1`);
    },
    load,
    close: () => pool.end({ timeout: 5 }),
  };
}

/** Two transactions that block each other, or wrote the same row: the database ends one, and it is tried again. */
async function attempt<Result>(work: () => Promise<Result>, tries: number): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries > 1 && conflictCodes.has(codeOf(error))) return attempt(work, tries - 1);
    throw error;
  }
}

async function commit<Result>(sql: postgres.Sql, work: (tx: Sql) => Promise<Result>): Promise<Result> {
  const line = { isOver: false };
  const committing = sql.begin(async (tx) => {
    try {
      const done = await work(whileOpen(tx, line));
      assertWithinDeadline();
      if (!line.isOver) return { done };
    } catch (error) {
      // That the connection was lost is told a moment after the statement's own failure.
      await new Promise(setImmediate);
      if (!line.isOver) throw error;
    }
    // The caller knows by now. To go on would end whatever runs on the connection that has taken the place of the lost one.
    return new Promise<never>(() => {});
  });
  committing.catch(() => {
    line.isOver = true;
  });
  return (await committing).done;
}

/** A statement of a transaction that has lost its connection would be run on the next one, by itself. */
function whileOpen(tx: postgres.TransactionSql, line: { readonly isOver: boolean }): Sql {
  return new Proxy(tx, {
    apply: (target, self, args) => {
      if (line.isOver) throw unavailable();
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}

/** The pool calls the work when it has a connection for it. */
function timed<Result>(work: (tx: Sql) => Promise<Result>, onWaited: (seconds: number) => void) {
  const askedAt = performance.now();
  return (tx: Sql) => {
    onWaited((performance.now() - askedAt) / 1000);
    return work(tx);
  };
}

/** timestamptz arrives as text and leaves as a Date; the wire wants ISO strings, made in presenters. */
const isoTimestamps = {
  to: 1184,
  from: [1082, 1114, 1184],
  serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  parse: (value: string) => new Date(value),
};

const deadlines = new AsyncLocalStorage<number>();

/** Gives work a time by which it must have committed, or be rolled back; the caller gets 'unavailable' then. */
export function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return within(ms, deadlines.run(Date.now() + ms, work));
}

/** Work that no caller waits for has no deadline, although a request started it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return deadlines.exit(work);
}

function assertWithinDeadline() {
  const deadline = deadlines.getStore();
  if (deadline !== undefined && Date.now() > deadline) throw unavailable();
}

/** Rejects when it takes longer; the work itself goes on. */
export async function within<Result>(ms: number, work: PromiseLike<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when the database could not be reached, was shut down or is starting: worth a 503, not a bug. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  // A missing file has this code too; only a connection that could not be made is the database's.
  if (code === 'ENOENT' || code === 'EPIPE')
    return error instanceof Error && 'syscall' in error && error.syscall !== 'open';
  return awayCodes.has(code) || code.startsWith('08');
}

/** True when the database did nothing because of what it was given: a value out of range, a broken rule. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/** True when what was to be pointed at is not there any more. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** True when a value that must be unique is there already. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const awayCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57014', // statement timeout
  '58030', // io error
]);
