import { beforeEach, describe, expect, test } from 'vitest';
import { aDatabase } from '../../../test/test-app.ts';
import { afterTest } from '../../../test/after-test.ts';
import { connectDatabase, type Database } from '../../platform/db/database.ts';
import { createHostOverview } from './host-overview.service.ts';
import { hostSampleRepository as samples, sampleSteps } from './host-samples.repository.ts';

let database: Database;
beforeEach(async () => {
  database = connectDatabase(await aDatabase());
  afterTest(() => database.close());
});

const unknown = { people: null, uploadBytes: null, databaseBytes: null };
const measured = { ...unknown, onlinePeople: 5, devices: 7, queued: 0, latencyMs: 1.5 };
const ranges = ['day', 'month', 'year'] as const;
const lists = () =>
  Promise.all(ranges.map((range) => samples.list(database.sql, { seconds: sampleSteps[range].seconds, hours: 1000 })));
describe('[REG-21] the history', () => {
  test('adds up what all nodes report, in each length of steps, and for each of the last days', async () => {
    await Promise.all(Array.from({ length: 4 }, () => samples.addMessages(database.sql, 3)));
    for (const list of await lists()) expect(list.reduce((sum, { messages }) => sum + messages, 0)).toBe(12);
    await database.sql`
      insert into host_samples (step_seconds, at, messages)
      values (86400, date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '2 days', 5)`;
    const days = await samples.listDays(database.sql, 4);
    expect(days.map((day) => day.count)).toEqual([0, 5, 0, 12]);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  });

  test('keeps the peaks of a step, and the latest totals', async () => {
    const totals = { people: 9, uploadBytes: 4e12, databaseBytes: 8 };
    await samples.addMeasured(database.sql, { ...measured, people: 10, uploadBytes: 5e12, databaseBytes: 7 });
    await samples.addMeasured(database.sql, { ...measured, onlinePeople: 3, devices: 9, latencyMs: 8.5 });
    await samples.addMeasured(database.sql, { ...measured, ...totals });
    const peaks = { onlinePeople: 5, devices: 9, latencyMs: 8.5 };
    for (const list of await lists()) expect(list.at(-1)).toMatchObject({ messages: 0, ...peaks, ...totals });
  });

  test('is measured by one node in each step, however many there are', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => samples.claim(database.sql, 300)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    let reports = 0;
    const report = async () => void (reports += 1);
    const create = () => createHostOverview({ countOnline: async () => 4, database, dataDir: '/', report });
    const nodes = Array.from({ length: 5 }, create);
    await database.sql`delete from host_samples`;
    await Promise.all(nodes.map((node) => node.sample()));
    expect(reports).toBe(5);
    expect((await lists()).map((list) => list.map(({ onlinePeople }) => onlinePeople))).toEqual([[4], [4], [4]]);
  });

  test('never has more rows than fit into its spans', async () => {
    await database.sql`
      insert into host_samples (step_seconds, at)
      select step, to_timestamp(floor(extract(epoch from now()) / step) * step) - make_interval(secs => number * step)
      from unnest(array[300, 3600, 86400]) as steps (step), generate_series(0, 2000) as number`;
    await samples.removeOutdated(database.sql);
    const kept = Object.values(sampleSteps).map(({ seconds, keptHours }) => (keptHours * 3600) / seconds);
    expect(kept.toSorted()).toEqual([300, 400, 744]);
    const rows = (await database.sql`select from host_samples`).length;
    expect(Math.abs(rows - 1444)).toBeLessThanOrEqual(3);
  });
});
