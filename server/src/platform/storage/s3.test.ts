import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { startS3 } from '../../../test/s3.ts';
import { readConfig } from '../../config/config.ts';
import { createLogger } from '../logger.ts';
import { aName, chunksOf, describeBlobStore } from './blob-store.suite.ts';
import { StorageAwayError, StorageFullError } from './blob-store.ts';
import { createS3BlobStore } from './s3.ts';

const megabyte = 1024 * 1024;
const lines: string[] = [];
const logger = createLogger('trace', { write: (line) => void lines.push(line) });

const s3 = await startS3();
afterEach(() => {
  vi.useRealTimers();
  s3.fail(null);
});
afterAll(() => s3.stop());

async function connect(url = s3.url) {
  const target = readConfig({ S3_URL: url }).s3;
  if (!target) throw new Error('no target');
  const store = await createS3BlobStore(target, logger);
  afterTest(async () => store.close());
  return store;
}
const isPart = (method: string, query: URLSearchParams) => method === 'PUT' && query.has('partNumber');
const isLastStep = (method: string, query: URLSearchParams) => method === 'POST' && query.has('uploadId');
const asAttachment = { contentType: 'text/plain', contentDisposition: 'attachment; filename="a b.txt"' };

describe('in S3', () => {
  describeBlobStore(() => connect());

  test('[STO-1] a file of many parts is read back byte for byte', async () => {
    const store = await connect();
    const [name, content] = [aName('.bin'), randomBytes(11 * megabyte + 7)];
    expect(await store.write(name, chunksOf(content), { maxBytes: 20 * megabyte })).toEqual({ bytes: content.length });
    const opened = await store.open(name);
    expect(opened && content.equals(await buffer(opened.stream))).toBe(true);
    expect(s3.unfinishedNames()).toEqual([]);
  });

  test('[STO-7] another process finds what this one stored', async () => {
    const name = aName();
    await (await connect()).write(name, chunksOf(Buffer.from('kept')));
    expect(await (await connect()).stat(name)).toEqual({ bytes: 4 });
  });
});

// Any other S3 server, with an empty bucket, in case the fake one of these tests behaves differently.
const otherUrls = [process.env['TEST_S3_URL']].filter((url) => url !== undefined);
describe.each(otherUrls)('in the S3 of TEST_S3_URL', (url) => {
  describeBlobStore(() => connect(url));
});

describe('[STO-4] an upload that ends after some parts leaves nothing', () => {
  const firstParts = randomBytes(6 * megabyte);
  async function* failing(fail: () => void) {
    yield* chunksOf(firstParts);
    await vi.waitFor(() => expect(s3.unfinishedNames()).toHaveLength(1));
    fail();
    yield Buffer.from('more');
  }
  const isLeft = (name: string) => s3.storedNames().includes(name) || s3.unfinishedNames().length > 0;

  test('when it is aborted while its sender is silent', async () => {
    const [store, name] = [await connect(), aName()];
    const abort = new AbortController();
    async function* fallingSilent() {
      yield* failing(() => abort.abort(new Error('Gone')));
      await new Promise(() => undefined);
    }
    await expect(store.write(name, fallingSilent(), { signal: abort.signal })).rejects.toThrow('Gone');
    expect(isLeft(name)).toBe(false);
  });

  test('when a part is refused while its sender is silent, which is released', async () => {
    const [store, name] = [await connect(), aName()];
    async function* fallingSilent() {
      yield* chunksOf(firstParts.subarray(0, 5 * megabyte + 1));
      await new Promise(() => undefined);
    }
    const iterator = fallingSilent();
    const release = vi.fn<() => Promise<{ done: true; value: undefined }>>(async () => ({
      done: true,
      value: undefined,
    }));
    const source = { [Symbol.asyncIterator]: () => ({ next: () => iterator.next(), return: release }) };
    s3.fail((method, query) => (isPart(method, query) ? { status: 400, code: 'Bad' } : null));
    await expect(store.write(name, source)).rejects.toBeInstanceOf(StorageAwayError);
    await vi.waitFor(() => expect(release).toHaveBeenCalled());
    expect(isLeft(name)).toBe(false);
  });

  test('when a part, or the last step, is refused', async () => {
    const [store, name] = [await connect(), aName()];
    for (const isHit of [isPart, isLastStep]) {
      s3.fail((method, query) => (isHit(method, query) ? { status: 403, code: 'AccessDenied' } : null));
      await expect(store.write(name, chunksOf(firstParts))).rejects.toBeInstanceOf(StorageAwayError);
      expect(isLeft(name)).toBe(false);
    }
  });
});

describe('[STO-4] an upload whose last response is lost', () => {
  test.each([
    ['in one piece', 9],
    ['in parts', 6 * megabyte],
  ])('%s has failed, so nothing of it is kept', async (_, size) => {
    const [store, name] = [await connect(), aName()];
    const done: string[] = [];
    s3.fail((method, query) => {
      const isLast = isLastStep(method, query) || (method === 'PUT' && !isPart(method, query));
      if (isLast) done.push(...s3.storedNames().filter((stored) => stored === name));
      return isLast ? 'lost' : null;
    });
    await expect(store.write(name, chunksOf(randomBytes(size)))).rejects.toBeInstanceOf(StorageAwayError);
    // By the second attempt, the first had been carried out.
    expect(done).toEqual([name]);
    expect([s3.storedNames().includes(name), s3.unfinishedNames()]).toEqual([false, []]);
  });
});

describe('[STO-10] the bucket is private', () => {
  test('a link works for a minute, for this file only, as the download it was signed for', async () => {
    const [store, name, other] = [await connect(), aName('.txt'), aName('.txt')];
    await store.write(name, chunksOf(Buffer.from('0123456789')));
    await store.write(other, chunksOf(Buffer.from('other')));
    const link = (await store.signedUrl(name, asAttachment)) ?? '';
    const answer = await fetch(link, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="a b.txt"',
      'cache-control': 'private, no-store',
    });
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');

    for (const changed of [
      link.replace(/\?.*/, ''),
      link.replace(name, other),
      link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      link.replace('text%2Fplain', 'text%2Fhtml'),
      link.replace('attachment', 'inline'),
    ])
      expect([changed, (await fetch(changed)).status]).toEqual([changed, 403]);
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
  });

  test('a link expires', async () => {
    const [store, name] = [await connect(), aName()];
    await store.write(name, chunksOf(Buffer.from('x')));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61_000 });
    const link = (await store.signedUrl(name, asAttachment)) ?? '';
    vi.useRealTimers();
    expect((await fetch(link)).status).toBe(403);
  });

  test('no link exists where browsers cannot reach the bucket, nor for an invalid name', async () => {
    const store = await connect(`${s3.url}&downloads=app`);
    expect(await store.signedUrl(aName(), asAttachment)).toBeNull();
    expect(await (await connect()).signedUrl('../etc/passwd', asAttachment)).toBeNull();
  });
});

describe('[STO-11] unavailable storage', () => {
  const message = 'Files cannot be reached right now. Please try again in a moment.';
  const away = { name: 'StorageAwayError', message };

  test('is reported as such, and recovers without a restart', async () => {
    const [store, name] = [await connect(), aName()];
    await store.write(name, chunksOf(Buffer.from('kept')));
    await s3.goAway();
    try {
      for (const failing of [
        () => store.stat(name),
        () => store.open(name),
        () => store.remove(name),
        () => store.write(aName(), chunksOf(randomBytes(9))),
        () => store.write(aName(), chunksOf(randomBytes(6 * megabyte))),
      ]) {
        await expect(failing()).rejects.toMatchObject({ ...away, code: 'unavailable' });
      }
    } finally {
      await s3.comeBack();
    }
    expect(await store.stat(name)).toEqual({ bytes: 4 });
  });

  test('that stays silent times out', async () => {
    const store = await connect();
    const asked: string[] = [];
    s3.fail((method) => {
      asked.push(method);
      return 'silence';
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = store.stat(aName()).catch((error: unknown) => error);
    for (const attempt of [1, 2]) {
      await vi.waitUntil(() => asked.length === attempt, { interval: 10 });
      await vi.advanceTimersByTimeAsync(10_000);
    }
    vi.useRealTimers();
    expect(await waiting).toBeInstanceOf(StorageAwayError);
  });

  test('does not prevent the start', async () => {
    await s3.goAway();
    const store = await connect();
    await s3.comeBack();
    expect(lines.join('')).toContain('the file storage is unavailable');
    expect(await store.stat(aName())).toBeNull();
  });

  test('[STO-8] that is full is reported as full', async () => {
    const [store, name] = [await connect(), aName()];
    s3.fail((method) => (method === 'PUT' ? { status: 507, code: 'XMinioStorageFull' } : null));
    await expect(store.write(name, chunksOf(randomBytes(9)))).rejects.toBeInstanceOf(StorageFullError);
    s3.fail(null);
    expect(await store.write(name, chunksOf(randomBytes(9)))).toEqual({ bytes: 9 });
  });
});

describe('[STO-9] a bucket that cannot be used stops the start with one line', () => {
  test.each([
    ['Canary', 'Wrong', 'the key is wrong or has no right to it'],
    ['test-key', 'other-key', 'the key is wrong or has no right to it'],
    ['/test-bucket', '/no-bucket', 'there is no such bucket'],
  ])('with %s replaced by %s', async (right, wrong, reason) => {
    const url = s3.url.replace(right, wrong);
    const bucket = new URL(url).pathname.slice(1);
    await expect(connect(url)).rejects.toThrow(`S3_URL: the bucket "${bucket}" cannot be used: ${reason}`);
  });
});

test('[SEC-5] neither key nor secret reaches the log', () => {
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of ['test-key', 'Canary', 'Se/cret', 'Se%2Fcret']) expect(lines.join('')).not.toContain(secret);
});
