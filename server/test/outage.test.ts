import { getSession, register } from '@chat-app/contract';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/platform/logger.ts';
import { freePort } from './free-port.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/** The whole program on an embedded database of its own, which this file mistreats. */
const undo: (() => Promise<unknown>)[] = [];
let dataDir: string;
let ann: Visitor;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chat-app-outage-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = await startApp(config, createLogger(config.logLevel));
  undo.push(() => app.stop());
  ann = createVisitor(`http://127.0.0.1:${port}`);
  await ann.call(register, { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' });
});

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Signals the server and every process it has: each connection is one. */
async function signalDatabase(signal: NodeJS.Signals) {
  const parent = await postmaster();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = await Promise.all(pids.map(async (pid) => ((await parentOf(pid)) === parent ? [pid] : [])));
  for (const pid of [parent, ...children.flat()]) process.kill(pid, signal);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field is the name in parentheses, which may hold anything.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const isHealed = () =>
  vi.waitFor(async () => expect((await ann.call(getSession, {})).status).toBe(200), { timeout: 20_000, interval: 200 });

describe('[OPS-23] while the database is away', () => {
  test('hanging: requests are answered 503 in time, the process says it lives but is not ready, and it heals', async () => {
    await signalDatabase('SIGSTOP');
    try {
      const startedAt = Date.now();
      const answers = await Promise.all(Array.from({ length: 30 }, () => ann.call(getSession, {})));
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 503));
      expect(answers[0]?.body).toMatchObject({ code: 'unavailable' });
      // The promise to callers, not a benchmark: nobody is left waiting.
      expect(Date.now() - startedAt).toBeLessThan(3500);
      expect((await ann.send('GET', '/healthz')).status).toBe(200);
      expect(await ann.send('GET', '/readyz')).toMatchObject({ status: 503, body: { reasons: ['database'] } });
    } finally {
      await signalDatabase('SIGCONT');
    }
    await isHealed();
  });

  test('a registration that was answered 503 leaves no account behind', async () => {
    await signalDatabase('SIGSTOP');
    const answer = await ann.call(register, { name: 'Late', email: 'late@example.org', password: 'Secret1!' });
    await signalDatabase('SIGCONT');
    expect(answer.status).toBe(503);
    await isHealed();
    const again = await ann.call(register, { name: 'Late', email: 'late@example.org', password: 'Secret1!' });
    expect(again.status).toBe(201);
  });

  test('killed: it is started again and requests work without a restart of ours', async () => {
    process.kill(await postmaster(), 'SIGKILL');
    await isHealed();
    expect((await ann.send('GET', '/readyz')).status).toBe(200);
  });
});
