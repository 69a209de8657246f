import type { Database } from './database.ts';

/** The time by the database in milliseconds since 1970. The clock of this machine may be wrong; all nodes share this. */
export type DatabaseClock = () => Promise<number>;

interface Reading {
  readonly time: number;
  /** By `performance.now()`, which a change of this machine's clock does not affect. */
  readonly readAt: number;
}

const validMs = 10 * 60_000;

/** Asks the database now and then, and measures the time in between. */
export function createDatabaseClock({ sql }: Pick<Database, 'sql'>): DatabaseClock {
  let last: Reading | null = null;
  let reading: Promise<Reading> | null = null;

  async function read(): Promise<Reading> {
    const [row] = await sql<[{ time: number }]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`;
    return (last = { time: row.time, readAt: performance.now() });
  }

  async function refresh(): Promise<Reading> {
    reading ??= read().finally(() => (reading = null));
    try {
      return await reading;
    } catch (error) {
      // While the database is unreachable, the last reading serves.
      if (!last) throw error;
      return last;
    }
  }

  return async () => {
    const isValid = last !== null && performance.now() - last.readAt < validMs;
    const { time, readAt } = isValid && last ? last : await refresh();
    return time + performance.now() - readAt;
  };
}
