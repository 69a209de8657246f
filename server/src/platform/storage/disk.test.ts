import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aName, chunksOf, describeBlobStore } from './blob-store.suite.ts';
import { createDiskBlobStore } from './disk.ts';

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  root = join(folder, 'uploads');
});
afterEach(() => rm(folder, { recursive: true }));

const filesUnder = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('on disk', () => {
  describeBlobStore(() => createDiskBlobStore(root));

  test('[STO-4] no unfinished file stays on the disk after failed uploads', async () => {
    const store = await createDiskBlobStore(root);
    await expect(store.write(aName(), chunksOf(randomBytes(100)), { maxBytes: 9 })).rejects.toThrow('larger');
    await expect(store.write(aName(), chunksOf(randomBytes(9)), { signal: AbortSignal.abort() })).rejects.toThrow(
      'abort',
    );
    expect(await filesUnder(root)).toEqual([]);
  });

  test('[STO-7] files survive a restart; unfinished files of a dead process do not', async () => {
    const name = aName('.jpg');
    await (await createDiskBlobStore(root)).write(name, chunksOf(Buffer.from('kept')));
    const [left, underWay] = [join(root, 'unfinished', 'left'), join(root, 'unfinished', 'under-way')];
    await writeFile(left, 'half');
    await writeFile(underWay, 'half');
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    await utimes(left, yesterday, yesterday);

    const store = await createDiskBlobStore(root);
    expect(await store.stat(name)).toEqual({ bytes: 4 });
    expect(await readdir(join(root, 'unfinished'))).toEqual(['under-way']);
  });

  test('[STO-6] a symbolic link in the storage is not followed', async () => {
    const store = await createDiskBlobStore(root);
    await writeFile(join(folder, 'secret'), 'secret');
    const [linked, inLinkedFolder, asFolder] = [`aa${aName()}`, `bb${aName()}`, `cc${aName()}`];
    await mkdir(join(root, 'aa'));
    await symlink(join(folder, 'secret'), join(root, 'aa', linked));
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', inLinkedFolder), 'secret');
    await symlink(join(folder, 'outside'), join(root, 'bb'));
    await mkdir(join(root, 'cc', asFolder), { recursive: true });

    for (const name of [linked, inLinkedFolder, asFolder]) {
      expect([await store.stat(name), await store.open(name)]).toEqual([null, null]);
    }
    await expect(store.write(inLinkedFolder, chunksOf(Buffer.from('overwritten')))).rejects.toThrow('link');
    await store.remove(inLinkedFolder);
    expect(await readFile(join(folder, 'outside', inLinkedFolder), 'utf8')).toBe('secret');
  });

  test('[STO-6] files belong to the owner of the server alone', async () => {
    const store = await createDiskBlobStore(root);
    await store.write(aName(), chunksOf(randomBytes(10)));
    const found = spawnSync('find', [root, '-perm', '/077'], { encoding: 'utf8' });
    expect(found.stdout).toBe('');
  });
});

const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0;

test.skipIf(!canMount)(
  '[STO-8] a full disk is reported as such, keeps no partial file, and recovers when there is room',
  async () => {
    const script = fileURLToPath(new URL('./disk-full.fixture.ts', import.meta.url));
    const mounted = `mount -t tmpfs -o size=1m tmpfs "$0" && exec "$1" --import tsx "$2" "$0"`;
    const inNamespace = ['--user', '--map-root-user', '--mount', 'sh', '-c', mounted, folder, process.execPath, script];
    const { stdout } = await promisify(execFile)('unshare', inNamespace, { cwd: import.meta.dirname });
    expect(JSON.parse(stdout)).toEqual({
      refusedAs: 'StorageFullError',
      unfinished: [],
      oldStillReadable: 600_000,
      writtenAfterRemoval: { bytes: 600_000 },
    });
  },
);
