import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** The built program on a free port of this machine, without limits: one machine signs everybody up. */
export async function startProgram(dataDir: string) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    // Nothing else of the environment: whatever a real instance is told, this is none.
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // Nobody is there: browsers on this machine find each other without.
      STUN_URLS: 'stun:127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await isRunning(child);
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function isRunning(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('is running at') && resolve());
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
