import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../stand-ins/free-port.ts';

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

const administration = fileURLToPath(new URL('../../server/dist/admin.js', import.meta.url));

/** The addresses of administrators. A test that changes the server takes the next one of them. */
export const hostAddresses = Array.from({ length: 30 }, (_, index) => `host${index}@example.org`);

/** Runs the built server, as an operator would, on a free port and a temporary folder. */
export async function startServer(environment: Record<string, string>) {
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-e2e-'));
  const url = `http://localhost:${port}`;

  async function start() {
    const child = spawn(process.execPath, ['--enable-source-maps', program], {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        // Otherwise the first person of the tests would become the administrator, who cannot leave.
        ADMIN_EMAILS: hostAddresses.join(','),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        if (text.includes(`running at ${url}`)) resolve();
        else if (text.includes('"level"')) process.stderr.write(text);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return child;
  }

  let child = await start();
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  return {
    url,
    dataDir,
    /** Runs a command of `npm run admin` on the database of this server. */
    administer: async (...args: string[]) => {
      const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment };
      const command = spawn(process.execPath, [administration, ...args], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = (await once(command, 'exit')) as [number];
      if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}`);
    },
    /** Kills the server at once without cleanup, like a power failure. */
    kill: () => end('SIGKILL'),
    /** Starts it again with the same port and folder. */
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
