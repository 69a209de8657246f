import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type BlobStore, BlobTooLargeError } from './blob-store.ts';

export const aName = (extension = '') => `${randomBytes(24).toString('base64url')}${extension}`;

export async function* chunksOf(content: Uint8Array, size = 64 * 1024) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

/** The requirements on every blob store; run this on each implementation. */
export function describeBlobStore(create: CreateStore): void {
  describeReading(create);
  describeUnfinished(create);
  describeNames(create);
}

type CreateStore = () => Promise<BlobStore>;

function describeReading(create: CreateStore): void {
  test('[STO-1] a stored file is returned byte for byte', async () => {
    const store = await create();
    const [name, content] = [aName('.png'), randomBytes(3_000_001)];
    expect(await store.write(name, chunksOf(content))).toEqual({ bytes: content.length });
    expect(await store.stat(name)).toEqual({ bytes: content.length });
    expect((await read(store, name))?.equals(content)).toBe(true);
  });

  test('[STO-1] an empty file can be stored', async () => {
    const [store, name] = [await create(), aName()];
    expect(await store.write(name, chunksOf(Buffer.alloc(0)))).toEqual({ bytes: 0 });
    expect(await read(store, name)).toEqual(Buffer.alloc(0));
  });

  test('[STO-2] a part of a file can be read, first and last byte included', async () => {
    const [store, name] = [await create(), aName()];
    await store.write(name, chunksOf(Buffer.from('0123456789')));
    expect(String(await read(store, name, { start: 2, end: 4 }))).toBe('234');
    expect(String(await read(store, name, { start: 9, end: 9 }))).toBe('9');
    const part = await store.open(name, { start: 0, end: 0 });
    part?.stream.destroy();
    expect(part?.bytes).toBe(10);
    for (const [start, end] of [
      [10, 12],
      [5, 4],
      [-1, 4],
    ] as const)
      await expect(store.open(name, { start, end })).rejects.toBeInstanceOf(RangeError);
  });
}

function describeUnfinished(create: CreateStore): void {
  test('[STO-3] a file over the limit is refused and nothing of it is kept', async () => {
    const [store, name] = [await create(), aName()];
    const write = (bytes: number) => store.write(name, chunksOf(randomBytes(bytes), 100), { maxBytes: 999 });
    await expect(write(1000)).rejects.toBeInstanceOf(BlobTooLargeError);
    expect(await store.stat(name)).toBeNull();
    expect(await write(999)).toEqual({ bytes: 999 });
  });

  test('[STO-3] a source that never ends is stopped at the limit', async () => {
    const store = await create();
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isReleased = true;
      }
    }
    await expect(store.write(aName(), endless(), { maxBytes: 10_000 })).rejects.toBeInstanceOf(BlobTooLargeError);
    expect(isReleased).toBe(true);
  });

  test('[STO-4] an interrupted upload leaves nothing behind', async () => {
    const [store, name] = [await create(), aName()];
    async function* breaking() {
      yield Buffer.from('half of it');
      throw new Error('The connection was lost');
    }
    await expect(store.write(name, breaking())).rejects.toThrow('The connection was lost');
    expect([await store.stat(name), await store.open(name)]).toEqual([null, null]);
  });

  test('[STO-4] an aborted upload ends at once, even while its sender is silent', async () => {
    const store = await create();
    const name = aName();
    const abort = new AbortController();
    async function* fallingSilent() {
      yield Buffer.from('half of it');
      abort.abort(new Error('Gone'));
      await new Promise(() => undefined);
    }
    await expect(store.write(name, fallingSilent(), { signal: abort.signal })).rejects.toThrow('Gone');
    await expect(store.write(name, chunksOf(randomBytes(9)), { signal: abort.signal })).rejects.toThrow('Gone');
    expect(await store.stat(name)).toBeNull();
  });
}

function describeNames(create: CreateStore): void {
  test('[STO-4] a file is not visible before its last byte has arrived', async () => {
    const store = await create();
    const name = aName();
    const seen: unknown[] = [];
    async function* looking() {
      yield Buffer.from('first');
      seen.push(await store.stat(name), await store.open(name));
      yield Buffer.from('last');
    }
    await store.write(name, looking());
    expect(seen).toEqual([null, null]);
    expect(String(await read(store, name))).toBe('firstlast');
  });

  test('[STO-5] a removed file cannot be read, and removing it again is no error', async () => {
    const store = await create();
    const name = aName();
    await store.write(name, chunksOf(randomBytes(10)));
    await store.remove(name);
    await store.remove(name);
    expect([await store.stat(name), await store.open(name)]).toEqual([null, null]);
  });

  const strangeNames = [
    '',
    'short',
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd-0123456789',
    '/etc/passwd/0123456789abcdef',
    'aaaaaaaaaaaaaaaaaaaa/../../x',
    'aaaaaaaaaaaaaaaaaaaa\0.png',
    'aaaaaaaaaaaaaaaaaaaa\n',
    'aaaaaaaaaaaaaaaaaaaa.',
    'aaaaaaaaaaaaaaaaaaaa.PNG',
    'aaaaaaaaaaaaaaaaaaaa.tar.gz',
    'aaaaaaaaaaaaaaaaaaaa\\..\\x',
    'a'.repeat(5000),
  ];
  test('[STO-6] no file is found or created under a name of another form', async () => {
    const store = await create();
    for (const name of strangeNames) {
      expect([await store.stat(name), await store.open(name)]).toEqual([null, null]);
      await expect(store.write(name, chunksOf(randomBytes(10)))).rejects.toThrow('name');
      await store.remove(name);
    }
  });
}

async function read(store: BlobStore, name: string, range?: { start: number; end: number }): Promise<Buffer | null> {
  const opened = await store.open(name, range);
  return opened && buffer(opened.stream);
}
