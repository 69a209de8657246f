import { vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Waits until a statement in the database of the program waits for a lock, which the test holds. */
export const untilAQueryWaits = ({ database: { sql } }: TestApp) =>
  vi.waitUntil(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });
