import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/test-app.ts';
import { connectDatabase, type Database, isDatabaseAway, type Sql } from './database.ts';

/** As many as the pool has: what each loss costs is seen at the latest after that. */
const times = 12;
const losses = 120;
const undo: (() => Promise<unknown>)[] = [];
let database: Database;
let admin: Database;

beforeAll(async () => {
  const target = await copyDatabase(undo);
  database = connectDatabase(target);
  admin = connectDatabase({ ...target, user: 'postgres' });
  undo.push(() => database.close());
  undo.push(() => admin.close());
  await database.sql`create table notes (text text)`;
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function loseConnectionOf(tx: Sql) {
  const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await admin.sql`select pg_terminate_backend(${own?.pid ?? 0})`;
  await pause(50);
}

describe('[OPS-23] a transaction that loses its connection', () => {
  test.each([
    ['asks for more', async (tx: Sql) => void (await tx`insert into notes values ('more')`)],
    ['is done', async () => {}],
    [
      'fails',
      async () => {
        throw new Error('of its own');
      },
    ],
  ])('and then %s fails as a whole, and costs the pool nothing', async (_, goOn) => {
    const works: Promise<void>[] = [];
    const work = async (tx: Sql) => {
      await tx`insert into notes values ('first')`;
      await loseConnectionOf(tx);
      // Somebody else gets a connection in the place of the lost one.
      await database.sql`select 1`;
      await goOn(tx);
    };
    for (let time = 0; time < times; time += 1) {
      const failing = database.transaction((tx) => {
        works.push(work(tx));
        return works.at(-1) ?? Promise.resolve();
      });
      expect(isDatabaseAway(await failing.catch((error: unknown) => error))).toBe(true);
    }
    // They are told of the loss at once, and what they were about to do comes after.
    await Promise.allSettled(works);
    expect(await database.sql`select * from notes`).toHaveLength(0);
    const answers = await Promise.all(Array.from({ length: 30 }, () => database.sql`select pg_sleep(0.01)`));
    expect(answers).toHaveLength(30);
  });
});

test('[OPS-23] a statement that fails after some of its rows leaves nothing of them to the next', async () => {
  const failing = () => database.sql`select 1 / (3 - number) as own from generate_series(1, 5) as number`;
  const failed = await Promise.allSettled(Array.from({ length: 30 }, failing));
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
  const answers = await Promise.all(Array.from({ length: 30 }, () => database.sql`select 7 as own`));
  expect(answers.map((rows) => [...rows])).toEqual(Array.from({ length: 30 }, () => [{ own: 7 }]));
});

test('[OPS-23] a pool that loses all its connections under load has them back, and mixes up no answers', async () => {
  const clock = { isOver: false };
  let asked = 0;
  const strange: unknown[] = [];
  async function ask() {
    const own = (asked += 1);
    const rows = await database.sql<{ own: number }[]>`select ${own}::int as own`.catch(() => null);
    if (rows && (rows.length !== 1 || rows[0]?.own !== own))
      strange.push({ own, rows: rows.slice(-1), length: rows.length });
  }
  const busy = Array.from({ length: 30 }, async () => {
    while (!clock.isOver) {
      await ask();
      await new Promise(setImmediate);
    }
  });
  for (let time = 0; time < losses; time += 1) {
    await admin.sql`
      select count(pg_terminate_backend(pid))
      from pg_stat_activity
      where datname = current_database() and usename = 'chat'`;
    // Sometimes before they are all back, so that those get lost that are just coming.
    await pause(Math.random() * 30);
    if (time % 10 > 0) continue;
    const slow = Array.from({ length: 20 }, () => database.sql`select pg_sleep(0.01)`);
    // Each is answered, well or not.
    await Promise.allSettled(slow);
  }
  clock.isOver = true;
  await Promise.all(busy);
  expect(strange).toEqual([]);
  await Promise.all(Array.from({ length: 30 }, () => database.sql`select 1`));
});
