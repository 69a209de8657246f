import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/** A separate Redis with its own port and folder, without persistence. */
export async function startRedis() {
  // The path that the test run found or installed; otherwise `redis-server` from PATH.
  const program = process.env['REDIS_SERVER_PATH'] || 'redis-server';
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-redis-'));
  const port = await findFreePort();
  let child: ChildProcess | null = null;

  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;

  /** Also again, on the same port, empty. */
  async function start() {
    // A second one could not have the port, and the first would be out of reach.
    if (isRunning()) return;
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    child = spawn(program, options, { stdio: 'ignore' });
    // The wait below reports a missing program.
    child.on('error', () => {});
    await isListening(port);
  }
  /** Like a machine that fails. */
  async function kill() {
    if (!child || !isRunning()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    signal: (signal: NodeJS.Signals) => void child?.kill(signal),
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number, triesLeft = 200): Promise<void> {
  const probe = connect(port, '127.0.0.1');
  const isThere = await Promise.race([
    once(probe, 'connect').then(() => true),
    once(probe, 'error').then(() => false),
  ]).catch(() => false);
  probe.destroy();
  if (isThere) return;
  if (triesLeft === 0) throw new Error('Redis did not start');
  // Real time: asks again until Redis listens.
  await pause(25);
  await isListening(port, triesLeft - 1);
}
