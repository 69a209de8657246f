import { editChat, removeMember, updateProfile, uploadImage } from '@chat-app/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
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

describe('[UP-1] an uploaded image', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of type %s is re-encoded and served with its real type',
    async (format) => {
      const answer = await ann.upload(uploadImage, blob(await picture()[format]().toBuffer()), 'evil.html');
      expect(answer.status).toBe(201);
      const file = await fetch(app.baseUrl + answer.body.url, {
        headers: { cookie: `session=${ann.cookies.get('session')}` },
      });
      expect(file.headers.get('content-type')).toBe(`image/${format}`);
      expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({
        format,
        width: 40,
        height: 20,
      });
    },
  );

  test('loses its location and camera metadata, and is rotated upright', async () => {
    const tagged = await picture()
      .jpeg()
      .withExif({ IFD0: { Make: 'SpyCam', Orientation: '6' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } })
      .toBuffer();
    expect(tagged.includes('SpyCam')).toBe(true);
    const { body } = await ann.upload(uploadImage, blob(tagged));
    const file = await fetch(app.baseUrl + body.url, { headers: { cookie: `session=${ann.cookies.get('session')}` } });
    const stored = Buffer.from(await file.arrayBuffer());
    expect(stored.includes('SpyCam')).toBe(false);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });

  test('has headers that prevent scripts', async () => {
    const { body } = await ann.upload(uploadImage, blob(await picture().png().toBuffer()));
    const { headers } = await ann.send('GET', body.url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
  });

  test('supports range and conditional requests', async () => {
    const { body } = await ann.upload(uploadImage, blob(await picture().png().toBuffer()));
    const whole = await ann.send('GET', body.url);
    const total = Number(whole.headers.get('content-length'));
    const part = await ann.send('GET', body.url, { headers: { range: 'bytes=0-7' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 0-7/${total}`);
    expect((await ann.send('GET', body.url, { headers: { range: `bytes=${total}-` } })).status).toBe(416);
    expect((await ann.send('GET', body.url, { headers: { range: 'bytes=0-,0-,0-' } })).status).toBe(200);
    const etag = whole.headers.get('etag') ?? '';
    expect((await ann.send('GET', body.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('[UP-2] an upload is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<Blob> | Blob, number, string]>([
    ['an SVG', () => blob(svg), 415, 'unsupported_type'],
    ['a web page', () => blob('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_type'],
    ['text that calls itself a picture', () => blob('just text'), 415, 'unsupported_type'],
    ['an empty file', () => blob(''), 415, 'unsupported_type'],
    ['a TIFF', async () => blob(await picture().tiff().toBuffer()), 415, 'unsupported_type'],
    [
      'half a picture',
      async () => blob((await picture(600, 600).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 900)),
      400,
      'invalid_input',
    ],
    ['too many bytes', () => blob(new Uint8Array(10 * 1024 * 1024 + 1)), 413, 'too_large'],
    ['too many pixels', () => blob(aBomb(8000, 7000)), 413, 'too_large'],
  ])('%s', async (_, file, status, code) => {
    const everything = async () => [...(await app.files.names()), ...(await filesBelow('scratch'))];
    const before = new Set(await everything());
    expect(await ann.upload(uploadImage, await file())).toMatchObject({ status, body: { code } });
    expect((await everything()).filter((name) => !before.has(name))).toEqual([]);
  });

  test('without a session, before its body is read', async () => {
    expect(await app.client().upload(uploadImage, blob('x'))).toMatchObject({ status: 401 });
  });

  test('with a wrong part name, as JSON, or without any part', async () => {
    const wrongPart = await ann.upload({ ...uploadImage, filePart: 'file' }, blob(await picture().png().toBuffer()));
    expect(wrongPart).toMatchObject({ status: 400 });
    expect(await ann.send('POST', uploadImage.path, { body: {} })).toMatchObject({ status: 400 });
    expect(await ann.send('POST', uploadImage.path)).toMatchObject({ status: 400 });
    const noParts = await ann.send('POST', uploadImage.path, {
      body: '--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(noParts).toMatchObject({ status: 400 });
    const broken = await ann.send('POST', uploadImage.path, {
      body: '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nabc',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken).toMatchObject({ status: 400 });
    const cutOff = await ann.send('POST', uploadImage.path, {
      body: '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(cutOff).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const noBoundary = await ann.send('POST', uploadImage.path, {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(noBoundary).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await filesBelow('scratch')).toEqual([]);
  });

  test('and a payload appended to an image is removed', async () => {
    const gif = Buffer.concat([await picture().gif().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    const { body } = await ann.upload(uploadImage, blob(gif));
    expect((await ann.send('GET', body.url)).text).not.toContain('<script>');
  });
});

describe('[UP-3] an uploaded image can be seen', () => {
  test('by its owner, and by everybody signed in while it is an avatar', async () => {
    const { body } = await ann.upload(uploadImage, blob(await picture().png().toBuffer()));
    expect((await ann.send('GET', body.url)).status).toBe(200);
    expect(await bob.send('GET', body.url)).toMatchObject({ status: 404, body: { code: 'not_found' } });

    await ann.call(updateProfile, { name: 'Ann', avatar: body.url });
    expect((await bob.send('GET', body.url)).status).toBe(200);
    await ann.call(updateProfile, { name: 'Ann', avatar: null });
    expect((await bob.send('GET', body.url)).status).toBe(404);
  });

  test('[UP-300] by the members of a group while it is its picture, and nobody else', async () => {
    const [cem, dee, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cem, dee);
    const { url } = (await ann.upload(uploadImage, blob(await picture().png().toBuffer()))).body;
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

  test.each(['..%2f..%2fetc%2fpasswd', '%2e%2e', '..%5c..', '%00', 'a.png%00', '.', 'x'.repeat(3000), '%ff'])(
    'not by the name %s',
    async (name) => {
      const answer = await ann.send('GET', `/api/uploads/${name}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );
});
