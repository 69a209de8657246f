import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { createLogger } from '../src/platform/logger.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import { startSmtpMailbox } from '../../e2e/stand-ins/smtp-mailbox.ts';

type Mailbox = Awaited<ReturnType<typeof startSmtpMailbox>>;

/** The whole program on a database, a mail server and a folder of its own, reached over real HTTP. */
export interface TestApp {
  readonly baseUrl: string;
  readonly mailbox: Mailbox;
  readonly database: Database;
  readonly dataDir: string;
  readonly routes: readonly string[];
  visitor: () => Visitor;
}

/** Starts the program for a test file and stops it after the last test. Limits are off unless the file is about them. */
export function useTestApp(
  environment: () => Record<string, string> = () => ({}),
  logTo?: { write: (line: string) => void },
): TestApp {
  const parts = {} as { -readonly [Part in keyof TestApp]: TestApp[Part] };
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const target = await copyDatabase(undo);
    const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-data-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const mailbox = await startSmtpMailbox();
    undo.push(() => mailbox.stop());

    const port = await freePort();
    const config = readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...environment(),
    });
    const app = await startApp({ ...config, database: target }, createLogger(config.logLevel, logTo));
    undo.push(() => app.stop());
    const database = connectDatabase(target);
    undo.push(() => database.close());

    const baseUrl = `http://127.0.0.1:${port}`;
    Object.assign(parts, {
      baseUrl,
      mailbox,
      database,
      dataDir,
      routes: app.routes,
      visitor: () => createVisitor(baseUrl),
    });
  });

  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return parts;
}

async function copyDatabase(undo: (() => Promise<unknown>)[]) {
  const template = inject('postgres');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = connectDatabase({ ...template, database: 'postgres' });
  // Two files that copy the template at the same moment would refuse each other.
  await admin.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    const { sql } = connectDatabase({ ...template, database: 'postgres' });
    await sql`create database ${sql(database)} template ${sql(template.database)}`;
    await sql.end();
  });
  undo.push(async () => {
    await admin.sql`drop database ${admin.sql(database)} with (force)`;
    await admin.close();
  });
  return { ...template, database };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
