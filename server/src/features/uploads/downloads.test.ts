import * as contract from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { beginUpload } from '../../../test/begin-upload.ts';
import { type Person, people } from '../../../test/people.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';
import { anImage, anUploadedImage } from './an-image.fixture.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
const lines: string[] = [];
const app = useOwnTestApp(() => ({ S3_URL: s3.url, LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
const { aChat, aVerifiedUser } = people(app);
afterEach(() => s3.fail(null));
afterAll(() => s3.stop());

const sentence = 'Files cannot be reached right now. Please try again in a moment.';
let ann: Person;
let bob: Person;
let eve: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  ann = await aVerifiedUser();
  bob = await aVerifiedUser();
  eve = await aVerifiedUser();
  chatId = await aChat(ann, bob);
});

const sendFile = (content: string | Uint8Array<ArrayBuffer>) =>
  ann.upload(contract.sendFile, new Blob([content]), 'page.html', { chatId });
const aFile = async () => (await sendFile('<script>alert(1)</script>')).body.message.url ?? '';

describe('[STO-12] with files in S3', () => {
  test('a download redirects to the bucket, for members only and as an attachment', async () => {
    const url = await aFile();
    expect((await eve.send('GET', url)).status).toBe(404);

    const { status, headers, text } = await bob.send('GET', url);
    expect([status, text]).toEqual([302, '']);
    expect(headers.get('cache-control')).toBe('no-store');
    const file = await fetch(headers.get('location') ?? '');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'cache-control': 'private, no-store',
    });
    expect(await file.text()).toBe('<script>alert(1)</script>');

    const etag = `"${url.split('/').at(-1)}"`;
    expect((await bob.send('GET', url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await bob.send('GET', url, { headers: { range: 'bytes=999-' } })).status).toBe(416);
    s3.fail((method) => (method === 'HEAD' ? { status: 404, code: 'NoSuchKey' } : null));
    expect((await bob.send('GET', url)).status).toBe(404);
  });

  test('images are served by us, with our headers', async () => {
    const { status, headers } = await ann.send('GET', await anUploadedImage(ann));
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 200,
      'content-type': 'image/png',
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  test('an interrupted upload leaves nothing in the bucket', async () => {
    const stored = s3.storedNames();
    const beginning = randomBytes(8_000_000);
    const half = beginUpload(ann, contract.sendFile.path, { fields: { chatId }, beginning });
    await vi.waitFor(() => expect(s3.unfinishedNames()).toHaveLength(1));
    half.abort();
    await vi.waitFor(() => expect(s3.unfinishedNames()).toEqual([]));
    expect(s3.storedNames()).toEqual(stored);
  });
});

describe('[STO-11] while the bucket is unreachable', () => {
  test('files are refused with a message, nothing is left half done, the rest works, and it recovers', async () => {
    const url = await aFile();
    const picture = await anUploadedImage(ann);
    const rows = async () => (await app.database.sql`select 1 from messages where type = 'file'`).length;
    const before = await rows();

    await s3.goAway();
    try {
      const answers = [
        await bob.send('GET', url),
        await ann.send('GET', picture),
        await ann.upload(contract.uploadImage, await anImage()),
        await sendFile('x'),
        await sendFile(new Uint8Array(6_000_000)),
      ];
      for (const { status, headers, body } of answers) {
        const expected = [503, '5', { code: 'unavailable', message: sentence }];
        expect([status, headers.get('retry-after'), body]).toMatchObject(expected);
      }
      expect((await ann.call(contract.sendMessage, { chatId, content: 'still here', type: 'text' })).status).toBe(201);
      expect((await ann.send('GET', '/readyz')).status).toBe(200);
    } finally {
      await s3.comeBack();
    }
    expect(await rows()).toBe(before);
    expect((await bob.send('GET', url)).status).toBe(302);
    expect((await ann.send('GET', picture)).status).toBe(200);
  });

  test('[SEC-5] the log contains the cause, and no key', () => {
    const log = lines.join('');
    expect(log).toContain('ECONNREFUSED');
    for (const secret of ['Canary', 'test-key', 'X-Amz-Signature']) expect(log).not.toContain(secret);
  });
});
