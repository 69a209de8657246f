import { getSession, register } from '@chat-app/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { createLogger } from '../src/platform/logger.ts';
import { databaseProcesses, signalDatabase } from './database-processes.ts';
import { follow } from './faults/follower.ts';
import { isLong, report, roundsOf, seed } from './faults/plan.ts';
import { createUsers } from './faults/users.ts';
import { noFaults, verifyAcknowledged } from './faults/tally.ts';
import { startWriters } from './faults/writers.ts';
import { createRandom } from './random.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

/** The whole program on its own embedded database, which this file disrupts. */
const disposers: (() => Promise<unknown>)[] = [];
let dataDir: string;
let url: string;
let database: Database;
let users: Awaited<ReturnType<typeof createUsers>>;
let ann: HttpClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chat-app-outage-'));
  disposers.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const app = await startApp(config, createLogger(config.logLevel));
  disposers.push(() => app.stop());
  url = `http://127.0.0.1:${port}`;
  database = connectDatabase({ host: join(dataDir, 'postgres'), port: 5432, user: 'chat', database: 'chat' });
  disposers.push(() => database.close());
  users = await createUsers(url, database);
  ann = users.ann.client;
});

afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose();
});

const isHealed = () =>
  vi.waitFor(
    async () => {
      expect((await ann.send('GET', '/readyz')).status).toBe(200);
      expect((await ann.call(getSession, {})).status).toBe(200);
    },
    { interval: 200 },
  );

/** Waits for the new server: connections of the killed one work for a moment, as if nothing had happened. */
async function killDatabase() {
  const { server: killed } = await databaseProcesses(dataDir);
  process.kill(killed, 'SIGKILL');
  const isAnother = async () => {
    const running = await databaseProcesses(dataDir).catch(() => null);
    return running !== null && running.server !== killed;
  };
  await vi.waitUntil(isAnother, { interval: 50 });
}

describe('[OPS-23] while the database is unavailable', () => {
  test('hanging: requests are answered 503 in time, the process is alive but not ready, and it recovers', async () => {
    await signalDatabase(dataDir, 'SIGSTOP');
    try {
      const startedAt = Date.now();
      const answers = await Promise.all(Array.from({ length: 30 }, () => ann.call(getSession, {})));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 503));
      expect(answers[0]?.body).toMatchObject({ code: 'unavailable' });
      // A guarantee to callers, not a benchmark: no request is left waiting. On a busy machine they wait for each other.
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect((await ann.send('GET', '/healthz')).status).toBe(200);
      expect(await ann.send('GET', '/readyz')).toMatchObject({ status: 503, body: { reasons: ['database'] } });
    } finally {
      await signalDatabase(dataDir, 'SIGCONT');
    }
    await isHealed();
  });

  test('a registration that was answered 503 leaves no account behind', async () => {
    await signalDatabase(dataDir, 'SIGSTOP');
    const late = { name: 'Late', email: 'late@example.org', password: 'Secret1!' };
    const answer = await createHttpClient(url).call(register, late);
    await signalDatabase(dataDir, 'SIGCONT');
    expect(answer.status).toBe(503);
    await isHealed();
    expect((await createHttpClient(url).call(register, late)).status).toBe(201);
  });

  test(
    'hanging and killed in turn: no writer loses anything, and no device its connection',
    { timeout: 1_800_000 },
    async () => {
      const rounds = roundsOf({ usual: 2, all: 20 });
      const longestHangMs = isLong ? 10_000 : 1000;
      const random = createRandom(seed);
      const { ann: writer, bob, cem, aGroup } = users;
      const chatId = await aGroup();
      const device = follow(url, cem, chatId);
      await vi.waitUntil(() => device.shown.length > 0);
      const writers = startWriters([writer, bob, writer].map(({ client }) => ({ client, chatId })));
      for (let round = 0; round < rounds; round += 1) {
        // Real time: the outage comes at a random moment.
        await pause(random.below(500));
        if (round % 2 === 0) {
          await signalDatabase(dataDir, 'SIGSTOP');
          // Real time: the database hangs this long.
          await pause(random.below(longestHangMs));
          await signalDatabase(dataDir, 'SIGCONT');
        } else {
          await killDatabase();
        }
        await isHealed();
      }
      await writers.stop();
      expect((await ann.send('GET', '/readyz')).status).toBe(200);
      await vi.waitUntil(() => device.shown.length > writers.acknowledged.length);
      expect(device.reasons).toEqual([]);
      device.stop();
      const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann });
      await report('database away', { rounds, ...tally, repeats: writers.repeats(), slowestMs: writers.slowestMs() });
      expect(tally).toMatchObject(noFaults);
      expect(tally.acknowledged).toBeGreaterThan(rounds);
    },
  );
});
