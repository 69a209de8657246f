import { vi } from 'vitest';
import type { Sql } from '../src/platform/db/database.ts';
import type { TestApp } from './test-app.ts';

/** Waits until a statement with this text, in the database of the program, waits for a lock, which the test holds. */
export const untilAQueryWaits = ({ database: { sql } }: TestApp, text = '') =>
  vi.waitUntil(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`;
    return waiting.length > 0;
  });

/** The answer to a request whose statement with this text finds the change not committed, and has to wait for it. */
export async function answerDuring<Answer>(
  app: TestApp,
  change: (tx: Sql) => PromiseLike<unknown>,
  request: () => Promise<Answer>,
  text?: string,
): Promise<Answer> {
  const { answer } = await app.database.transaction(async (tx) => {
    await change(tx);
    const waiting = request();
    await untilAQueryWaits(app, text);
    return { answer: waiting };
  });
  return answer;
}
