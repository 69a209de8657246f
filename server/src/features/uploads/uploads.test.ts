import { editChat, removeMember, updateProfile, uploadImage } from '@chat-app/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';
import { aBomb } from '../../platform/images/sample-images.fixture.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const blob = (bytes: Uint8Array | string) => new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]);
const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#30a46c' } });

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(app.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

let ann: Person;
let bob: Person;
beforeAll(async () => {
  ann = await aVerifiedUser();
  bob = await aVerifiedUser();
});

const upload = async (bytes: Uint8Array | string, name = 'evil.html') =>
  (await ann.upload(uploadImage, blob(bytes), name)).body.url;
const aPng = () => picture().png().toBuffer();

describe('[UP-1] an uploaded image', () => {
  test('is re-encoded, without metadata and what was appended, and served with its real type', async () => {
    const exif = { IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } };
    const tagged = await picture().jpeg().withExif(exif).toBuffer();
    expect(tagged.includes('SpyCam')).toBe(true);
    const url = await upload(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')]));
    const file = await fetch(app.baseUrl + url, { headers: { cookie: `session=${ann.cookies.get('session')}` } });
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    const stored = Buffer.from(await file.arrayBuffer());
    const { format, width, height, exif: left } = await sharp(stored).metadata();
    expect({ format, width, height, left }).toEqual({ format: 'jpeg', width: 40, height: 20, left: undefined });
    expect(['SpyCam', '<script>'].filter((text) => stored.includes(text))).toEqual([]);
  });

  test('has headers that prevent scripts, and supports range and conditional requests', async () => {
    const url = await upload(await aPng());
    const { headers } = await ann.send('GET', url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    const total = Number(headers.get('content-length'));
    const get = (name: string, value: string) => ann.send('GET', url, { headers: { [name]: value } });
    const part = await get('range', 'bytes=0-7');
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-7/${total}`]);
    expect((await get('range', `bytes=${total}-`)).status).toBe(416);
    expect((await get('range', 'bytes=0-,0-,0-')).status).toBe(200);
    expect((await get('if-none-match', headers.get('etag') ?? '')).status).toBe(304);
  });
});

describe('[UP-2] an upload is refused, and nothing of it is kept,', () => {
  test('that is no image of a known type, broken or too large', async () => {
    const half = (await picture(600, 600).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 900);
    const refusals: [string, Uint8Array | string, number, string][] = [
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415, 'unsupported_type'],
      ['a web page', '<!doctype html><script>alert(1)</script>', 415, 'unsupported_type'],
      ['text that calls itself a picture', 'just text', 415, 'unsupported_type'],
      ['an empty file', '', 415, 'unsupported_type'],
      ['a TIFF', await picture().tiff().toBuffer(), 415, 'unsupported_type'],
      ['half a picture', half, 400, 'invalid_input'],
      ['too many bytes', new Uint8Array(10 * 1024 * 1024 + 1), 413, 'too_large'],
      ['too many pixels', aBomb(8000, 7000), 413, 'too_large'],
    ];
    const everything = async () => [...(await app.files.names()), ...(await filesBelow('scratch'))].toSorted();
    const before = await everything();
    for (const [what, bytes, status, code] of refusals) {
      const answer = await ann.upload(uploadImage, blob(bytes));
      expect({ what, status: answer.status, code: answer.body.code }).toEqual({ what, status, code });
    }
    // Others may be removed meanwhile.
    expect((await everything()).filter((name) => !before.includes(name))).toEqual([]);
  });

  test('with a wrong part name, as JSON, or without any part', async () => {
    const wrongPart = await ann.upload({ ...uploadImage, filePart: 'file' }, blob(await aPng()));
    expect(wrongPart).toMatchObject({ status: 400 });
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc`;
    const forms = ['--x--\r\n', part(''), part('image')].map((body) => ['multipart/form-data; boundary=x', body]);
    for (const [type = '', body] of [...forms, ['application/json', '{}'], ['multipart/form-data', 'x']]) {
      const answer = await ann.send('POST', uploadImage.path, { body, headers: { 'content-type': type } });
      expect({ type, body, status: answer.status }).toEqual({ type, body, status: 400 });
    }
    expect(await filesBelow('scratch')).toEqual([]);
  });
});

describe('[UP-3] an uploaded image can be seen', () => {
  test('by its owner, and by everybody signed in while it is an avatar', async () => {
    const url = await upload(await aPng());
    const read = async () => [(await ann.send('GET', url)).status, (await bob.send('GET', url)).status];
    expect(await read()).toEqual([200, 404]);
    await ann.call(updateProfile, { name: 'Ann', avatar: url });
    expect(await read()).toEqual([200, 200]);
    await ann.call(updateProfile, { name: 'Ann', avatar: null });
    expect(await read()).toEqual([200, 404]);
  });

  test('[UP-300] by the members of a group while it is its picture, and nobody else', async () => {
    const [cem, dee, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cem, dee);
    const url = await upload(await aPng());
    await ann.call(editChat, { chatId, avatar: url });
    const read = async () => Promise.all([ann, bob, cem, eve].map(async (one) => (await one.send('GET', url)).status));
    expect(await read()).toEqual([200, 200, 200, 404]);
    // The browser asks again soon, and a member who has left is refused, also with the right ETag.
    const { headers } = await cem.send('GET', url);
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await cem.send('GET', url, again)).status).toBe(304);
    await ann.call(removeMember, { chatId, memberId: cem.user.id });
    expect(await cem.send('GET', url, again)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await cem.send('GET', url, { headers: { range: 'bytes=0-7' } })).status).toBe(404);

    await bob.call(editChat, { chatId, avatar: null });
    expect(await read()).toEqual([200, 404, 404, 404]);
  });

  test('not by a name that leads elsewhere', async () => {
    const parts = ['..%2f..%2fetc%2fpasswd', '%2e%2e', '..%5c..', '%00', 'a.png%00', '.', 'x'.repeat(3000), '%ff'];
    for (const name of parts) {
      const { status, body } = await ann.send('GET', `/api/uploads/${name}`);
      expect({ name, status, code: body.code }).toEqual({ name, status: 404, code: 'not_found' });
    }
  });
});
