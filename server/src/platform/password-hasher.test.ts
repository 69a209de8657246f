import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';

const cheap = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 };

test('[SEC-8] passwords are hashed in a process that already runs at a low priority', async () => {
  const script = `
    const { Worker } = require('node:worker_threads');
    const workerData = { niceness: 1, options: ${JSON.stringify(cheap)} };
    const worker = new Worker(new URL('${new URL('password-hasher.worker.mjs', import.meta.url).href}'), { workerData });
    worker.on('message', ({ result }) => {
      console.log(result);
      void worker.terminate();
    });
    worker.postMessage({ password: 'Secret1!', storedHash: null });`;
  // Root may raise a priority; a server must not.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const node = ['-n', '2', process.execPath, '--eval', script];
  const { stdout } = await promisify(execFile)('nice', node, asNobody);
  expect(stdout).toMatch(/^\$argon2id\$/);
});

describe('[SEC-202] a hashing thread', () => {
  let hasher: PasswordHasher | undefined;
  afterEach(() => hasher?.close());

  /** With its only thread, which has already hashed once. */
  async function aHasher() {
    const starting = once(process, 'worker') as Promise<[Worker]>;
    hasher = createPasswordHasher(cheap, 1);
    await hasher.hash('Secret1!');
    const [worker] = await starting;
    return { ...hasher, worker };
  }

  test('that ended or failed while idle is replaced', async () => {
    const { hash, worker } = await aHasher();
    worker.emit('error', new Error('out of memory'));
    const starting = once(process, 'worker') as Promise<[Worker]>;
    expect(await hash('Secret1!')).toMatch(/^\$argon2id\$/);
    const [second] = await starting;
    expect(second).not.toBe(worker);
    await second.terminate();
    expect(await hash('Secret1!')).toMatch(/^\$argon2id\$/);
  });

  test('that ends during a job fails only that job, and the next one is hashed as usual', async () => {
    const { hash, verify, worker } = await aHasher();
    // Far from done when the thread ends.
    const costly = `$argon2id$v=19$m=65536,t=4,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    await Promise.all([expect(verify(costly, 'Secret1!')).rejects.toThrow('ended'), worker.terminate()]);
    expect(await hash('Secret1!')).toMatch(/^\$argon2id\$/);
  });
});
