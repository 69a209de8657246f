import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

/** Runs the built server on a free port, without rate limits, because one machine signs up all users. */
export async function startProgram(dataDir: string) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    // Pass nothing else, because the environment may contain the settings of a real instance.
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // Nothing listens there. Browsers on this machine connect without STUN.
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
