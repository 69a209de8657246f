import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { connectDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

const logger = createLogger('silent');
const disposers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).toReversed()) await dispose();
});

/** An autovacuum starts within a second or two, and then takes minutes. */
const slowAutovacuum = {
  fsync: 'off',
  autovacuum_naptime: '1s',
  autovacuum_vacuum_insert_scale_factor: '0',
  autovacuum_vacuum_cost_delay: '100ms',
  autovacuum_vacuum_cost_limit: '1',
};

test('[OPS-240] a migration does not wait for an autovacuum of its table', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-vacuum-'));
  disposers.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, settings: slowAutovacuum });
  disposers.push(postgres.stop);
  const database = connectDatabase(postgres.connection);
  disposers.push(() => database.close());
  await writeFile(join(folder, '0001_notes.sql'), 'create table notes (id integer);');
  await migrate(database, logger, { folder });
  await database.sql`insert into notes select generate_series(1, 100000)`;
  const isVacuumed = async () =>
    (
      await database.sql`
      select from pg_locks where relation = 'notes'::regclass and mode = 'ShareUpdateExclusiveLock'`
    ).length > 0;
  await vi.waitUntil(isVacuumed);

  await writeFile(join(folder, '0002_text.sql'), 'alter table notes add column text text;');
  await migrate(database, logger, { folder });
  expect(await database.sql`select name from migrations order by name`).toEqual([
    { name: '0001_notes.sql' },
    { name: '0002_text.sql' },
  ]);
});
