import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { checkAnswers } from './faults/checked-answers.ts';
import { startDatabaseProxy } from './faults/database-proxy.ts';
import { report, roundsOf, seed } from './faults/plan.ts';
import { createRandom } from './random.ts';
import { copyDatabase } from './test-app.ts';

const askers = 30;
const answersPerLoss = 100;
const disposers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

test(
  '[OPS-23] a pool that loses connections under load mixes up no results, and recovers all connections',
  { timeout: 1_800_000 },
  async () => {
    const losses = roundsOf({ usual: 40, all: 3200 });
    const random = createRandom(seed);
    const target = await copyDatabase(disposers);
    const proxy = await startDatabaseProxy(target, random);
    disposers.push(proxy.stop);
    const database = connectDatabase(proxy.target);
    disposers.push(() => database.close());
    const admin = connectDatabase({ ...target, user: 'postgres' });
    disposers.push(() => admin.close());
    const checked = checkAnswers(database, random);

    let terminated = 0;
    const lost = () => terminated + proxy.cuts();
    const isOver = () => lost() >= losses && checked.figures.answers >= losses * answersPerLoss;
    const busy = Array.from({ length: askers }, async () => {
      while (!isOver()) await checked.ask();
    });
    while (!isOver()) {
      // At the pace of the results, so that the losses are spread over them; sometimes several at once.
      // Real time: connections are lost at random moments.
      await pause(random.below(20));
      if (lost() * answersPerLoss > checked.figures.answers) continue;
      for (let count = random.below(10); count >= 0; count -= 1) proxy.cutNextAnswer();
      const [ended] = await admin.sql<{ count: number }[]>`
        select count(pg_terminate_backend(pid))::int as count
        from (
          select pid from pg_stat_activity
          where datname = current_database() and usename = ${target.user}
          order by random()
          limit ${random.below(10)}
        ) as chosen`;
      terminated += ended?.count ?? 0;
    }
    await Promise.all(busy);

    await report('lost connections', {
      terminated,
      cut: proxy.cuts(),
      ...checked.figures,
      wrong: checked.wrong.length,
    });
    expect(checked.wrong).toEqual([]);
    const askAll = () => Promise.all(Array.from({ length: askers }, () => database.sql`select 1 as one`));
    // The pool may notice the last closed connections only when it uses them.
    const answers = await vi.waitUntil(() => askAll().catch(() => null));
    expect(answers).toEqual(Array.from({ length: askers }, () => [{ one: 1 }]));
    expect(database.load()).toMatchObject({ inUse: 0, waiting: 0 });
  },
);
