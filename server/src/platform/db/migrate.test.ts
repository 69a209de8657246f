import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { noFaults, verifyAcknowledged } from '../../../test/faults/tally.ts';
import { createUsers } from '../../../test/faults/users.ts';
import { startWriters } from '../../../test/faults/writers.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../logger.ts';
import { serverDir } from '../paths.ts';
import { migrate } from './migrate.ts';

const app = useOwnTestApp();
let users: Awaited<ReturnType<typeof createUsers>>;
let folder: string;
let retries: string[];
const logger = createLogger('warn', { write: (line) => void retries.push(line) });

beforeAll(async () => {
  users = await createUsers(app.baseUrl, app.database);
});
beforeEach(async () => {
  retries = [];
  folder = await mkdtemp(join(tmpdir(), 'chat-app-migrations-'));
  await cp(join(serverDir, 'src/platform/db/migrations'), folder, { recursive: true });
  afterTest(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.database.sql`delete from migrations where name like '9%'`;
  });
});

/** The next release has one migration more than the running server. */
const addMigration = (name: string, text: string) => writeFile(join(folder, name), text);
const isApplied = async (name: string) =>
  (await app.database.sql`select from migrations where name = ${name}`).length === 1;

/** People of the running server send messages; returns how to stop them and what became of their messages. */
async function startTraffic() {
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  const writers = startWriters([ann, bob, cem].map(({ client }) => ({ client, chatId })));
  const flows = async () => {
    const before = writers.acknowledged.length;
    await vi.waitUntil(() => writers.acknowledged.length > before + 20);
  };
  await flows();
  return {
    /** Resolves when further messages have been sent. */
    flows,
    stop: async () => {
      await writers.stop();
      return {
        failedSends: writers.repeats(),
        ...(await verifyAcknowledged(writers.acknowledged, { database: app.database, reader: ann.client })),
      };
    },
  };
}

/** Another session keeps a lock on the messages until the work is over. */
async function whileLocked<Result>(mode: string, work: () => Promise<Result>): Promise<Result> {
  return app.database.transaction(async (holder) => {
    await holder`set local idle_in_transaction_session_timeout = 0`;
    await holder.script(`lock table messages in ${mode} mode`);
    return work();
  });
}

describe('[OPS-240] a migration of a table in use', () => {
  test('fails no send while a long transaction keeps it waiting', async () => {
    await addMigration('9001_colour.sql', 'alter table messages add column colour text;');
    const traffic = await startTraffic();
    const { migrating } = await whileLocked('access share', async () => {
      const started = migrate(app.database, logger, { folder });
      await vi.waitUntil(() => retries.length >= 2);
      await traffic.flows();
      return { migrating: started };
    });
    await migrating;
    await traffic.flows();

    expect(await traffic.stop()).toMatchObject({ ...noFaults, failedSends: 0 });
    expect(JSON.parse(retries[0] ?? '')).toMatchObject({
      level: 'warn',
      migration: '9001_colour.sql',
      msg: 'a table is in use, migration will be retried',
    });
    expect(await app.database.sql`select colour from messages limit 0`).toEqual([]);
    expect(await isApplied('9001_colour.sql')).toBe(true);
  });

  test('fails no send while short transactions keep the table locked all the time', async () => {
    await addMigration('9002_weight.sql', 'alter table messages add column weight integer not null default 0;');
    const traffic = await startTraffic();
    const clock = { isOver: false };
    const overlapping = Array.from({ length: 3 }, async () => {
      while (!clock.isOver) await whileLocked('row exclusive', async () => app.database.sql`select pg_sleep(0.02)`);
    });
    await migrate(app.database, logger, { folder });
    clock.isOver = true;
    await Promise.all(overlapping);
    await traffic.flows();
    expect(await traffic.stop()).toMatchObject({ ...noFaults, failedSends: 0 });
    expect(await isApplied('9002_weight.sql')).toBe(true);
  });

  test('waits for a vacuum without a lock that queries would queue for', async () => {
    await addMigration('9003_depth.sql', 'alter table messages add column depth integer;');
    const traffic = await startTraffic();
    const { migrating } = await whileLocked('share update exclusive', async () => {
      const started = migrate(app.database, logger, { folder });
      await vi.waitUntil(async () => (await waitingModes()).length > 0);
      await traffic.flows();
      expect(await waitingModes()).toEqual(['ShareUpdateExclusiveLock']);
      return { migrating: started };
    });
    await migrating;
    expect(await traffic.stop()).toMatchObject({ ...noFaults, failedSends: 0 });
    expect(retries).toEqual([]);
  });

  test('gives up after a while, says so, and changes nothing', async () => {
    await addMigration('9004_height.sql', 'alter table messages add column height_mm integer;');
    await whileLocked('access share', async () => {
      const attempt = migrate(app.database, logger, { folder, patienceMs: 300 });
      await expect(attempt).rejects.toThrow('9004_height.sql gave up: its table is in use by a long transaction.');
    });
    expect(await isApplied('9004_height.sql')).toBe(false);
  });
});

const waitingModes = async () => {
  const rows = await app.database.sql<{ mode: string }[]>`
    select mode from pg_locks where relation = 'messages'::regclass and not granted`;
  return rows.map(({ mode }) => mode);
};

describe('[OPS-300] a migration without a transaction', () => {
  const building = (index: string) => `-- no transaction
    drop index concurrently if exists ${index};
    create index concurrently ${index} on messages (created_at); -- a comment; with a semicolon
    do $$ begin perform 1; commit; perform 2; end $$;`;
  const indexStates = (index: string) => app.database.sql`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${index})`;

  test('builds an index while people send messages and a second node waits for its turn', async () => {
    await addMigration('9005_index.sql', building('messages_one'));
    const traffic = await startTraffic();
    await Promise.all([1, 2].map(() => migrate(app.database, logger, { folder })));
    expect(await traffic.stop()).toMatchObject({ ...noFaults, failedSends: 0 });
    expect(await indexStates('messages_one')).toEqual([{ isValid: true }]);
    expect(await isApplied('9005_index.sql')).toBe(true);
  });

  test('that was killed midway starts again with its first statement', async () => {
    await addMigration('9006_index.sql', building('messages_two'));
    await whileLocked('row exclusive', async () => {
      const outcome = migrate(app.database, logger, { folder }).catch(String);
      // The build waits for the transaction that holds the lock.
      await vi.waitUntil(
        async () =>
          (
            await app.database.sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where query like '%create index concurrently messages_two%' and wait_event_type = 'Lock'`
          ).length > 0,
      );
      expect(await outcome).toContain('9006_index.sql failed');
    });
    expect(await indexStates('messages_two')).toEqual([{ isValid: false }]);
    expect(await isApplied('9006_index.sql')).toBe(false);

    await migrate(app.database, logger, { folder });
    expect(await indexStates('messages_two')).toEqual([{ isValid: true }]);
    expect(await isApplied('9006_index.sql')).toBe(true);
  });
});

test('[OPS-301] a database that a newer release has migrated is refused, and not changed', async () => {
  await addMigration('9007_ours.sql', 'create table ours (id integer);');
  await app.database.sql`insert into migrations (name) values ('9999_future.sql')`;
  await expect(migrate(app.database, logger, { folder })).rejects.toThrow(
    'This database was migrated by a newer Chat App (9999_future.sql): use that release or a newer one.',
  );
  expect(await isApplied('9007_ours.sql')).toBe(false);
});

test('[OPS-240] a migration that fails is named, and leaves nothing behind', async () => {
  await addMigration('9008_wrong.sql', 'create table half (id integer);\nalter table nowhere add column x text;');
  await expect(migrate(app.database, logger, { folder })).rejects.toThrow(
    '9008_wrong.sql failed: relation "nowhere" does not exist',
  );
  expect(await app.database.sql`select to_regclass('half')::text as half`).toEqual([{ half: null }]);
});
