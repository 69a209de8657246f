import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './program.ts';

/** A Redis on loopback without persistence. */
export async function startRedis() {
  const dir = await mkdtemp(join(tmpdir(), 'chat-app-bench-redis-'));
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir];
  const child = spawn(process.env['REDIS_SERVER_PATH'] || 'redis-server', options, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
    child.once('error', reject).once('exit', (code) => reject(new Error(`Redis ended with ${code}`)));
  });
  return {
    pid: child.pid ?? 0,
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.removeAllListeners('exit').kill('SIGTERM');
      await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
