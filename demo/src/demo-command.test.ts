import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';

const command = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));

/** Runs `npm run demo` until it serves people, and stops it. Returns what it printed. */
async function runDemo(dataDir: string): Promise<string> {
  const environment = {
    PATH: process.env['PATH'],
    DEMO_DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    // The database of a real installation, which the demo must not use.
    DATABASE_URL: 'postgres://127.0.0.1:9/real',
  };
  const child = spawn(process.execPath, [command], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString();
  });
  try {
    // Real time: the weeks of fourteen people are written, which takes longer than any other step.
    await vi.waitFor(() => expect(printed).toContain('Sign in as one of these'), { timeout: 240_000 });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return printed;
}

test('[DEMO-4] a second run shows the same data, and data that was partly filled is filled again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-demo-'));
  try {
    expect(await runDemo(dataDir)).toContain('Filled the demo');
    expect(await runDemo(dataDir)).not.toContain('Filling the demo');
    await rm(join(dataDir, 'demo.json'));
    expect(await runDemo(dataDir)).toContain('Filled the demo');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 600_000);
