import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/test-app.ts';
import { connectDatabase, type Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const disposers: (() => Promise<unknown>)[] = [];
let database: Database;
let admin: Database;
let name: string;

beforeAll(async () => {
  const target = await copyDatabase(disposers);
  name = target.database;
  database = connectDatabase(target);
  // Connected to another database, which takes writes all the time.
  admin = connectDatabase({ ...target, user: 'postgres', database: 'postgres' });
  disposers.push(() => database.close());
  disposers.push(() => admin.close());
  await database.sql`create table notes (text text)`;
});
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

const write = () => database.sql`insert into notes values ('written')`.then(() => 'written', reasonOf);
const writeTogether = () =>
  database.transaction(async (tx) => tx`insert into notes values ('written')`).then(() => 'written', reasonOf);
const reasonOf = (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error);
const attempts = () =>
  Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? write() : writeTogether())));

test('[OPS-230] connections from a time in which the database took no writes leave the pool', async () => {
  const all = (outcome: string) => Array.from({ length: 20 }, () => outcome);
  expect(await attempts()).toEqual(all('written'));
  await admin.sql.script(`alter database ${name} set default_transaction_read_only = on`);
  // As in a fail-over: those that are open end, and new ones find a database that takes no writes.
  await admin.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await vi.waitFor(async () => expect(await attempts()).toEqual(all('unavailable')));
  await expect(database.ping()).rejects.toThrow('takes no writes');
  await admin.sql.script(`alter database ${name} reset default_transaction_read_only`);
  await vi.waitFor(() => database.ping());
  expect(await attempts()).toEqual(all('written'));
});
