import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { createLogger } from '../src/platform/logger.ts';
import { afterTest } from './after-test.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { startRedis } from './redis.ts';
import { openStoredFiles, type StoredFiles } from './stored-files.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { startSmtpMailbox } from '../../e2e/stand-ins/smtp-mailbox.ts';

type Mailbox = Awaited<ReturnType<typeof startSmtpMailbox>>;

/** The whole program with its own database, mail server and folder, reached over real HTTP. */
export interface TestApp {
  readonly baseUrl: string;
  /** The origin that devices connect to. */
  readonly socketUrl: string;
  readonly mailbox: Mailbox;
  readonly database: Database;
  /** The address of the database, for a test's own connections. */
  readonly databaseTarget: { host: string; port: number; user: string; database: string };
  readonly dataDir: string;
  readonly files: StoredFiles;
  readonly routes: readonly string[];
  /** The name of the cookie that holds a session. */
  readonly sessionCookie: string;
  client: () => HttpClient;
  /** Stops the program, or one of its two parts over Redis, and starts it again at the same address. */
  restart: (part?: 'api' | 'chat') => Promise<void>;
}

/** Whom the environment makes an administrator. */
const hostEmail = 'host@example.org';

/** The lowest costs of argon2id: few tests are about hashing, and all of them need users. */
export const cheapHashCosts = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * The program as most test files use it: limits are off, and the first file of a worker starts it for all others. So
 * there are people and chats that the file did not create, and nothing may change for all of them.
 */
export function useTestApp(): TestApp {
  const app = {} as TestApp;
  workerTest.beforeAll(async ({ testApp }) => void Object.assign(app, testApp));
  return app;
}

// oxlint-disable-next-line eslint/no-empty-pattern -- Vitest reads the names of the fixtures that this needs.
const workerTest = test.extend('testApp', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const { app, stop } = await startTestApp({});
  onCleanup(stop);
  return app;
});

/**
 * The same for one file alone, which is stopped after its last test: for another environment, for what concerns the
 * whole host (its settings, lists of everything), for a restart, or for a look at the log.
 */
export function useOwnTestApp(
  environment: () => Record<string, string> = () => ({}),
  logTo?: { write: (line: string) => void },
): TestApp {
  const app = {} as TestApp;
  let stop = async () => {};
  beforeAll(async () => {
    const started = await startTestApp(environment(), logTo);
    stop = started.stop;
    Object.assign(app, started.app);
  });
  afterAll(() => stop());
  return app;
}

/** The runner shows what was logged during a test if the test fails. */
// oxlint-disable-next-line no-console -- vitest knows during which test something was written to the console only
const logOfTest = { write: (line: string) => console.error(line.trimEnd()) };

async function startTestApp(environment: Record<string, string>, logTo: { write: (line: string) => void } = logOfTest) {
  const disposers: (() => Promise<unknown>)[] = [];
  const target = await copyDatabase(disposers);
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-data-'));
  disposers.push(() => rm(dataDir, { recursive: true, force: true }));
  const mailbox = await startSmtpMailbox();
  disposers.push(() => mailbox.stop());

  const files = await openStoredFiles(dataDir);
  disposers.push(files.stop);
  const given = {
    ...files.environment,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // Otherwise the first user of each app would become the administrator, who cannot leave.
    ADMIN_EMAILS: hostEmail,
    ...environment,
  };
  const run = async (more: Record<string, string> = {}) => {
    const port = await findFreePort();
    const config = readConfig({ ...given, ...more, PORT: String(port) });
    const logger = createLogger(config.logLevel, logTo);
    const start = () => startApp({ ...config, database: target }, logger, { hashCosts: cheapHashCosts });
    let app = await start();
    disposers.push(() => app.stop());
    const restart = async () => {
      await app.stop();
      app = await start();
    };
    const sessionCookie = config.isHttps ? '__Host-session' : 'session';
    return { url: `http://127.0.0.1:${port}`, routes: app.routes, sessionCookie, restart };
  };
  const { api, chat } = await startRoles(run, disposers);
  const database = connectDatabase(target);
  disposers.push(() => database.close());

  const baseUrl = api.url;
  const app: TestApp = {
    baseUrl,
    socketUrl: chat.url,
    mailbox,
    database,
    databaseTarget: target,
    dataDir,
    files,
    routes: api.routes,
    sessionCookie: api.sessionCookie,
    client: () => createHttpClient(baseUrl),
    restart: (part = 'api') => (part === 'api' ? api : chat).restart(),
  };
  const stop = async () => {
    for (const dispose of disposers.toReversed()) await dispose();
  };
  return { app, stop };
}

/** One process for both roles; over Redis two, so that state of one cannot pass for state of the other. */
async function startRoles<Running extends { url: string }>(
  run: (environment?: Record<string, string>) => Promise<Running>,
  disposers: (() => Promise<unknown>)[],
) {
  if (process.env['TEST_REDIS'] !== '1') {
    const all = await run();
    return { api: all, chat: all };
  }
  const redis = await startRedis();
  disposers.push(() => redis.stop());
  // The actual database is given by its parts; this value only marks it as external.
  const shared = { REDIS_URL: redis.url, DATABASE_URL: 'postgres://localhost/given' };
  const api = await run({ ...shared, ROLE: 'api' });
  return { api, chat: await run({ PUBLIC_URL: api.url, ...shared, ROLE: 'chat' }) };
}

/** The environment of a process that uses this database. */
export const environmentOf = ({ host, port, user, database }: TestApp['databaseTarget']) => ({
  DATABASE_URL: `postgres:///${database}`,
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: user,
});

/** A database for the current test, which is dropped once everything that the test started has ended. */
export async function aDatabase() {
  const disposers: (() => Promise<unknown>)[] = [];
  afterTest(async () => {
    for (const dispose of disposers.toReversed()) await dispose();
  });
  return copyDatabase(disposers);
}

/** A separate database with the whole schema and no rows. */
export async function copyDatabase(disposers: (() => Promise<unknown>)[]) {
  const template = inject('postgres');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = connectDatabase({ ...template, database: 'postgres' });
  // Two files that copy the template at the same moment would fail. The lock ends with the session.
  await admin.session(async (sql) => {
    await sql`select pg_advisory_lock(1)`;
    await sql`create database ${sql.identifier(database)} template ${sql.identifier(template.database)}`;
  });
  disposers.push(async () => {
    await admin.sql`drop database ${admin.sql.identifier(database)} with (force)`;
    await admin.close();
  });
  return { ...template, database };
}
