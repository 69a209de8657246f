import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pino from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { createImageDecoder, ImageRejected } from './image-decoder.ts';
import { aPicture, aSlowPicture } from './sample-images.fixture.ts';

const pictures = await Promise.all([aPicture('png'), aSlowPicture()]);
let folder: string;
let small: string;
let slow: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  afterTest(() => rm(folder, { recursive: true }));
  [small, slow] = [join(folder, 'small'), join(folder, 'slow')];
  await writeFile(small, pictures[0]);
  await writeFile(slow, pictures[1]);
});

function aDecoder(options: Partial<Parameters<typeof createImageDecoder>[0]> = {}) {
  const decoder = createImageDecoder({ logger: pino({ level: 'silent' }), ...options });
  afterTest(decoder.close);
  return decoder;
}

const output = (name: string) => join(folder, name);

/** The running decoder processes that a process has started. */
async function decodersOf(parentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    pids.map(async (pid) => {
      const isChild = (await read(`${pid}/status`)).includes(`\nPPid:\t${parentPid}\n`);
      return isChild && (await read(`${pid}/cmdline`)).includes('image-decoder.worker') ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

async function onlyDecoder(): Promise<number> {
  const pids = await decodersOf(process.pid);
  expect(pids).toHaveLength(1);
  return pids[0] ?? 0;
}

test('[IMG-11] one image too many is refused as busy, the others are re-encoded', async () => {
  const decoder = aDecoder({ queueLimit: 1 });
  const outcomes = await Promise.allSettled(
    ['first', 'second', 'third'].map((name) => decoder.reencode(small, output(name))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(outcomes[2]).toMatchObject({ reason: new ImageRejected('busy') });
});

test('[IMG-11] images wait for their turn and are re-encoded two at a time where that is allowed', async () => {
  const decoder = aDecoder({ concurrency: 2 });
  const names = ['one', 'two', 'three', 'four', 'five'];
  await Promise.all(names.map((name) => decoder.reencode(small, output(name))));
  expect(names.filter((name) => !existsSync(output(name)))).toEqual([]);
});

test('[IMG-12] a closed decoder refuses work and leaves no process', async () => {
  const decoder = aDecoder();
  const underWay = decoder.reencode(slow, output('cut-off'));
  const waiting = decoder.reencode(small, output('waiting'));
  const outcomes = Promise.allSettled([underWay, waiting]);
  await decoder.close();
  const busy = { status: 'rejected', reason: new ImageRejected('busy') };
  expect(await outcomes).toEqual([busy, busy]);
  await expect(decoder.reencode(small, output('late'))).rejects.toMatchObject({ reason: 'busy' });
  expect(await readdir(folder)).toEqual(['slow', 'small']);
});

test('[IMG-12] a missing file is an internal error, not a broken image', async () => {
  const failure = await aDecoder()
    .reencode(join(folder, 'nowhere'), output('x'))
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(ImageRejected);
});

describe.skipIf(process.platform !== 'linux')('the lifetime of a decoder process', () => {
  test('[IMG-13] a decoder that dies during a job costs one image; the next is re-encoded', async () => {
    const decoder = aDecoder();
    await decoder.reencode(small, output('before'));
    const pid = await onlyDecoder();
    const underWay = decoder.reencode(slow, output('lost'));
    process.kill(pid, 'SIGKILL');
    await expect(underWay).rejects.toMatchObject({ reason: 'broken' });
    expect(existsSync(output('lost'))).toBe(false);
    expect(await decoder.reencode(small, output('after'))).toMatchObject({ width: 64, height: 48 });
    expect(await onlyDecoder()).not.toBe(pid);
  });

  test('[IMG-13] a decoder that hangs is killed in time; a new one re-encodes the next image', async () => {
    const decoder = aDecoder({ timeoutMs: 2000 });
    await decoder.reencode(small, output('before'));
    const pid = await onlyDecoder();
    process.kill(pid, 'SIGSTOP');
    await expect(decoder.reencode(small, output('hung'))).rejects.toMatchObject({ reason: 'timeout' });
    expect(isRunning(pid)).toBe(false);
    expect(await decoder.reencode(small, output('after'))).toMatchObject({ format: 'png' });
  });

  test('[IMG-13] a decoder that takes too much memory is killed', async () => {
    const decoder = aDecoder({ maxRssBytes: 1024 });
    await expect(decoder.reencode(slow, output('large'))).rejects.toMatchObject({ reason: 'too-many-pixels' });
    expect(existsSync(output('large'))).toBe(false);
  });

  test('[IMG-14] an idle decoder exits, and restarts when there is work', async () => {
    const decoder = aDecoder({ idleMs: 1 });
    await decoder.reencode(small, output('first'));
    await vi.waitUntil(async () => (await decodersOf(process.pid)).length === 0);
    expect(await decoder.reencode(small, output('second'))).toMatchObject({ format: 'png' });
  });

  test('[IMG-14] a working decoder dies with its parent, however that ends', async () => {
    const script = fileURLToPath(new URL('./decoder-parent.fixture.ts', import.meta.url));
    const parent = spawn(process.execPath, ['--import', 'tsx', script, small, slow, folder], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    const [pid = 0] = await decodersOf(parent.pid ?? 0);
    expect(pid).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    await vi.waitUntil(() => !isRunning(pid));
  });

  test('[IMG-15] a decoder process knows none of our secrets', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://user:s3cret@host/database');
    await aDecoder().reencode(small, output('x'));
    vi.unstubAllEnvs();
    const environment = await readFile(`/proc/${await onlyDecoder()}/environ`, 'utf8');
    const names = environment.split('\0').map((line) => line.replace(/=.*/s, ''));
    expect(new Set(names)).toEqual(
      new Set(['', 'MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'VIPS_BLOCK_UNTRUSTED']),
    );
  });
});

const inNamespace = ['--user', '--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...inNamespace, 'true']).status === 0;

test.skipIf(!canMount)('[IMG-16] a full disk is reported as such, not as a broken image', async () => {
  const disk = await mkdtemp(join(folder, 'disk-'));
  const script = fileURLToPath(new URL('./decoder-full-disk.fixture.ts', import.meta.url));
  const mounted = 'mount -t tmpfs -o size=16k tmpfs "$0" && exec "$1" --import tsx "$2" "$3" "$0"';
  const command = ['sh', '-c', mounted, disk, process.execPath, script, slow];
  const { stdout } = await promisify(execFile)('unshare', [...inNamespace, ...command], { cwd: import.meta.dirname });
  expect(JSON.parse(stdout)).toEqual({ refusedAs: 'StorageFullError', left: [] });
});
