import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const exitWithParent = new URL('exit-with-parent.mjs', import.meta.url).href;
/** For example --cpu-prof, to find out what makes up a figure. */
const nodeArguments = process.env['PROGRAM_NODE_ARGUMENTS']?.split(' ') ?? [];

/** The built program on loopback, with limits off; on its own embedded database unless another is given. */
export async function startProgram(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-bench-'));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...environment };
  let child = await launch(settings);
  return {
    /** Changes after a restart. */
    get pid() {
      return child.pid ?? 0;
    },
    url: `http://127.0.0.1:${port}`,
    database: { host: join(dataDir, 'postgres'), port: 5432, user: 'chat', database: 'chat' },
    /** Kills it without a shutdown. */
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Restarts it on the same data, after it was killed. */
    restart: async () => {
      child = await launch(settings);
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

async function launch(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeArguments, '--import', exitWithParent, main], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('is running at') && resolve());
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
  return child;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
