import { expect, inject, test } from 'vitest';
import { connectDatabase } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const connect = () => connectDatabase({ ...inject('postgres'), database: 'postgres' });

test('[ICE-320] the time of the database is asked once and then measured', async () => {
  const database = connect();
  const [clock, unused] = [createDatabaseClock(database), createDatabaseClock(database)];
  const times = await Promise.all([clock(), clock()]);
  const [row] = await database.sql<{ time: number }[]>`select extract(epoch from now())::float8 * 1000 as time`;
  await database.close();
  times.push(await clock());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const time of times) expect(Math.abs(time - (row?.time ?? 0))).toBeLessThan(10_000);
  await expect(unused()).rejects.toSatisfy(isDatabaseUnavailable);
});
