import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { serverDir } from '../src/platform/paths.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { createHttpClient } from './http-client.ts';

export const builtArchive = join(serverDir, 'dist/archive.js');
const builtAdmin = join(serverDir, 'dist/admin.js');

/**
 * The arguments with which Node.js runs the program, which `scripts/build.setup.mjs` builds, because it starts four times
 * as fast as the source. A previous release has a folder of its own.
 */
export const programArguments = (folder = serverDir): string[] => [
  '--enable-source-maps',
  join(folder, 'dist/main.js'),
];

/** What `npm run admin` runs, on the database that the environment names. */
export async function runAdmin(args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--enable-source-maps', builtAdmin, ...args], {
    cwd: serverDir,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += String(text)));
  child.stderr.on('data', (text: Buffer) => (output.error += String(text)));
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}

/** The program as an operator starts it, in a separate process, with a port and a folder for each test. */
export function useProgram() {
  const place = { dataDir: '', port: 0 };
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    place.dataDir = await mkdtemp(join(tmpdir(), 'chat-app-process-'));
    place.port = await findFreePort();
  });

  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')));
    await databaseIsGone();
    await rm(place.dataDir, { recursive: true, force: true });
  });

  function run(environment: Record<string, string> = {}, args = programArguments()) {
    const child = spawn(process.execPath, args, {
      cwd: serverDir,
      env: { PATH: process.env['PATH'], PORT: String(place.port), DATA_DIR: place.dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output.text += String(text)));
    return { child, output };
  }

  async function start(environment?: Record<string, string>) {
    const program = run(environment);
    await vi.waitFor(() => expect(program.output.text).toContain('is running at'));
    return program;
  }

  async function isDatabaseUp(): Promise<boolean> {
    const text = await readFile(join(place.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (!(pid > 0)) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  const databaseIsGone = () => vi.waitUntil(async () => !(await isDatabaseUp()), { interval: 50 });
  const client = () => createHttpClient(`http://127.0.0.1:${place.port}`);

  const ownDatabase = () => ({ host: join(place.dataDir, 'postgres'), port: 5432, user: 'chat', database: 'chat' });

  return { place, run, start, end, ownDatabase, isDatabaseUp, databaseIsGone, client };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}
