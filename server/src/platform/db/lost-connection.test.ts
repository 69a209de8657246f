import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/test-app.ts';
import { connectDatabase, type Database, type Sql } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** The size of the pool: a connection leaked on each loss would exhaust it within this many attempts. */
const times = 12;
const ownError = new Error('of its own');
const disposers: (() => Promise<unknown>)[] = [];
let database: Database;
let admin: Database;

beforeAll(async () => {
  const target = await copyDatabase(disposers);
  database = connectDatabase(target);
  // Connected to another database, which is not dropped while its last connection ends.
  admin = connectDatabase({ ...target, user: 'postgres', database: 'postgres' });
  disposers.push(() => database.close());
  disposers.push(() => admin.close());
  await database.sql`create table notes (text text)`;
});
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

async function loseConnectionOf(tx: Sql) {
  const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = own?.pid ?? 0;
  await admin.sql`select pg_terminate_backend(${pid})`;
  const isGone = async () => (await admin.sql`select from pg_stat_activity where pid = ${pid}`).length === 0;
  await vi.waitUntil(isGone, { interval: 1 });
  // The end of the connection has reached this process before that answer.
  await turn();
}

describe('[OPS-23] a transaction that loses its connection', () => {
  test.each([
    ['asks for more', async (tx: Sql) => void (await tx`insert into notes values ('more')`), isDatabaseUnavailable],
    ['is done', async () => {}, isDatabaseUnavailable],
    [
      'fails',
      async () => {
        throw ownError;
      },
      (error: unknown) => error === ownError,
    ],
  ])('and then %s fails as a whole, and costs the pool nothing', async (_, goOn, isExpected) => {
    const works: Promise<void>[] = [];
    const work = async (tx: Sql) => {
      await tx`insert into notes values ('first')`;
      await loseConnectionOf(tx);
      // Another caller gets a connection in place of the lost one.
      await database.sql`select 1`;
      await goOn(tx);
    };
    for (let time = 0; time < times; time += 1) {
      const failing = database.transaction((tx) => {
        works.push(work(tx));
        return works.at(-1) ?? Promise.resolve();
      });
      const error: unknown = await failing.catch((thrown: unknown) => thrown);
      expect(isExpected(error)).toBe(true);
    }
    await Promise.allSettled(works);
    expect(await database.sql`select * from notes`).toHaveLength(0);
    const answers = await Promise.all(Array.from({ length: 30 }, () => database.sql`select pg_sleep(0.01)`));
    expect(answers).toHaveLength(30);
  });
});

test('[OPS-23] a statement that fails after some of its rows leaves none of them to the next statement', async () => {
  const failing = () => database.sql`select 1 / (3 - number) as own from generate_series(1, 5) as number`;
  const failed = await Promise.allSettled(Array.from({ length: 30 }, failing));
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
  const answers = await Promise.all(Array.from({ length: 30 }, () => database.sql`select 7 as own`));
  expect(answers.map((rows) => [...rows])).toEqual(Array.from({ length: 30 }, () => [{ own: 7 }]));
});
