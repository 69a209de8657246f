import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout whose built server is measured: this one, or another to compare with. */
export const programDir = process.env['PROGRAM_DIR'] ?? fileURLToPath(new URL('../../', import.meta.url));
export const isOtherProgram = process.env['PROGRAM_DIR'] !== undefined;
const exitWithParent = new URL('exit-with-parent.mjs', import.meta.url).href;
/** For example --cpu-prof, to find out what makes up a figure. */
const nodeArguments = process.env['PROGRAM_NODE_ARGUMENTS']?.split(' ') ?? [];

/** The built program on loopback, with limits off; on its own embedded database unless another is given. */
export async function startProgram(environment: Record<string, string> = {}, placement: Placement = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-bench-'));
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...environment };
  let child = await launch(settings, placement);
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
      child = await launch(settings, placement);
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

interface Placement {
  /** The checkout whose built server is started. */
  readonly dir?: string;
  /** Another file to start instead. */
  readonly main?: string;
  /** The only core for it and its database, which inherits this. */
  readonly core?: number;
  /** Further arguments to Node.js. */
  readonly nodeArguments?: readonly string[];
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

async function launch(settings: Record<string, string>, placement: Placement) {
  const { dir = programDir, core, nodeArguments: further = [] } = placement;
  const { main = join(dir, 'server', 'dist', 'main.js') } = placement;
  const command = [process.execPath, ...nodeArguments, ...further, '--import', exitWithParent, main];
  // taskset becomes the program itself: the process keeps its id.
  const [file = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(file, args, {
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
