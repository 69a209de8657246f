import type { ConnectionTarget } from '../src/platform/db/connection.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';

/** What a test does with connections of its own to a database, which are closed afterwards. */
export async function withDatabase<Result>(
  target: ConnectionTarget,
  use: (database: Database) => PromiseLike<Result>,
): Promise<Result> {
  const database = connectDatabase(target);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** As if everybody had followed the link in their mail. */
export const verifyAll = (target: ConnectionTarget) =>
  withDatabase(target, ({ sql }) => sql`update users set verified_at = now()`);
