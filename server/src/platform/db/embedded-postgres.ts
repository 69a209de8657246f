import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';

import { prepareBinaries } from './embedded-postgres-binaries.ts';
import { chooseSocketDir, ensureCluster, port } from './embedded-postgres-cluster.ts';
import { chooseIdentity, changeOwnerRecursively } from './embedded-postgres-identity.ts';
import { lockDataDir } from './embedded-postgres-lock.ts';
import { waitForPredecessor } from './embedded-postgres-predecessor.ts';
import { connectAsAdmin, superviseServer, type EmbeddedPostgresLogger } from './embedded-postgres-server.ts';
import { startWatcher } from './embedded-postgres-watcher.ts';

/** A PostgreSQL server used only by this process: restarted when it crashes, stopped when this process exits. */
export interface EmbeddedPostgres {
  /** Where to connect; `host` is the folder of a unix socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder that will hold `postgres/`. */
  readonly dataDir: string;
  readonly logger: EmbeddedPostgresLogger;
  /** Additional server settings, by name. */
  readonly settings?: Record<string, string>;
}

const applicationRole = 'chat';
const databaseName = 'chat';

/** Starts the database in `dataDir` and creates it first if necessary. Only one process at a time may use a folder. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);

  const disposers: (() => unknown)[] = [await lockDataDir(dataDir)];
  async function disposeAll() {
    for (let dispose = disposers.pop(); dispose; dispose = disposers.pop()) await dispose();
  }

  try {
    const connection = await startLocked(dataDir, options, disposers);
    let stopped: Promise<void> | undefined;
    return { connection, stop: () => (stopped ??= disposeAll()) };
  } catch (error) {
    await disposeAll();
    throw error;
  }
}

async function startLocked(dataDir: string, options: EmbeddedPostgresOptions, disposers: (() => unknown)[]) {
  const clusterDir = path.join(dataDir, 'postgres');
  const watcher = startWatcher();
  disposers.push(() => watcher.close());

  const binaries = await prepareBinaries(path.join(dataDir, 'postgres-lib'));
  const identity = await chooseIdentity({ binaries, dataDir, clusterDir, watcher });
  await waitForPredecessor(clusterDir);
  await changeOwnerRecursively(identity, clusterDir);
  const isNew = await ensureCluster({ dataDir, clusterDir, binaries, identity, watcher });
  if (isNew) options.logger.info({ folder: clusterDir }, 'Created an embedded database');

  const socketDir = await chooseSocketDir(clusterDir, identity);
  disposers.push(socketDir.remove);

  const { logger, settings = {} } = options;
  const logFile = path.join(dataDir, 'postgres.log');
  const location = { binaries, identity, clusterDir, socketDir: socketDir.path };
  const server = superviseServer({ ...location, logFile, settings, watcher, logger });
  disposers.push(server.stop);
  await server.start();
  await ensureDatabase(socketDir.path);
  return { host: socketDir.path, port, user: applicationRole, database: databaseName };
}

// The application is not a superuser: an injected statement could otherwise read files and run programs.
async function ensureDatabase(socketDir: string) {
  const admin = connectAsAdmin(socketDir);
  const { sql } = admin;
  try {
    const roles = await sql`select 1 from pg_roles where rolname = ${applicationRole}`;
    if (roles.length === 0) await sql`create role ${sql.identifier(applicationRole)} login createdb`;
    const databases = await sql`select 1 from pg_database where datname = ${databaseName}`;
    if (databases.length === 0)
      await sql`create database ${sql.identifier(databaseName)} owner ${sql.identifier(applicationRole)}`;
  } finally {
    await admin.close();
  }
}
