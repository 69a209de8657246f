import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { connectDatabase, type ConnectionTarget } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLogger } from '../src/platform/logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the run; its database is the migrated template that each test file copies. */
    postgres: { host: string; port: number; user: string; database: string };
  }
}

interface Shared {
  users: number;
  started: ReturnType<typeof start>;
}
/** Each project loads this file separately, so the server that they share is kept outside of it. */
const shared = globalThis as { testPostgres?: Shared };

/** Starts one PostgreSQL server for all projects of the run. */
export async function setup(project: TestProject) {
  const postgres = (shared.testPostgres ??= { users: 0, started: start() });
  postgres.users += 1;
  const { connection, stop } = await postgres.started;
  project.provide('postgres', connection);
  return async () => {
    postgres.users -= 1;
    if (postgres.users > 0) return;
    delete shared.testPostgres;
    await stop();
  };
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-test-'));
  const logger = createLogger('error');
  // Nothing here has to survive a power cut; durability is tested with the built program and a separate database. A
  // database cannot be dropped while autovacuum works in it.
  const unsafe = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, logger, settings: { ...unsafe, max_connections: '300' } });
  const template = connectDatabase(postgres.connection);
  await migrate(template, logger);
  await template.close();
  const stop = async () => {
    await untilUnused(postgres.connection);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
}

/** Waits for the workers, which stop their applications meanwhile and would report that they have lost the database. */
async function untilUnused(connection: ConnectionTarget) {
  const { sql, close } = connectDatabase(connection);
  const others = async () => sql`
    select from pg_stat_activity
    where backend_type = 'client backend' and usename = current_user and pid <> pg_backend_pid()`;
  const giveUpAt = Date.now() + 5000;
  // Real time: asks again until all connections are closed.
  while ((await others()).length > 0 && Date.now() < giveUpAt) await pause(20);
  await close();
}
