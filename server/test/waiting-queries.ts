import { vi } from 'vitest';
import type { Sql } from '../src/platform/db/database.ts';
import type { TestApp } from './test-app.ts';

/** Waits until a statement in the database of the program waits for a lock, which the test holds. */
export const untilAQueryWaits = ({ database: { sql } }: TestApp) =>
  vi.waitUntil(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });

/** The answer to a request that finds the change not committed, and has to wait for it. */
export async function answerDuring<Answer>(
  app: TestApp,
  change: (tx: Sql) => PromiseLike<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await app.database.transaction(async (tx) => {
    await change(tx);
    const waiting = request();
    await untilAQueryWaits(app);
    return { answer: waiting };
  });
  return answer;
}
