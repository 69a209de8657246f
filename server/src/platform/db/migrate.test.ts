import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/test-app.ts';
import { createLogger } from '../logger.ts';
import { connectDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';

const logger = createLogger('silent');
const migration = '0012_quiet_notices.sql';
const disposers: (() => Promise<unknown>)[] = [];
let database: Database;

beforeAll(async () => {
  database = connectDatabase(await copyDatabase(disposers));
  disposers.push(() => database.close());
  await database.sql`alter table messages drop column is_quiet`;
  await database.sql`delete from migrations where name = ${migration}`;
});
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

const isWaitingForTable = async () => {
  const rows = await database.sql`
    select from pg_locks where relation = 'messages'::regclass and mode = 'AccessExclusiveLock' and not granted`;
  return rows.length > 0;
};

test('[OPS-240] a migration yields to a long-running reader and runs when that has finished', async () => {
  const { migrating } = await database.transaction(async (holder) => {
    await holder`set local idle_in_transaction_session_timeout = 0`;
    await holder`lock table messages in access share mode`;
    const started = migrate(database, logger);
    await vi.waitUntil(isWaitingForTable, { timeout: 20_000, interval: 20 });
    // Queued behind the migration, which has to stop waiting first: the lock is still held.
    await database.sql`select from messages limit 1`;
    return { migrating: started };
  });
  await migrating;

  const applied = await database.sql`select name from migrations where name = ${migration}`;
  expect(applied).toHaveLength(1);
  expect(await database.sql`select is_quiet from messages limit 1`).toEqual([]);
});
