import { foreignImagePath } from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { aRedirect, endless, useForeignSite } from '../../platform/outbound/foreign-site.fixture.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';
import { aBomb } from '../../platform/images/sample-images.fixture.ts';

const site = useForeignSite();
const inner = useForeignSite();
const app = useOwnTestApp(() => ({ LINK_PREVIEW_ALLOW: site.host }));
const { aVerifiedUser } = people(app);

let ann: Person;
beforeAll(async () => {
  ann = await aVerifiedUser();
});

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#30a46c' } });
const serveBytes = (bytes: Buffer | string, contentType = 'image/png') =>
  site.serve((_, response) => response.writeHead(200, { 'content-type': contentType }).end(bytes));
const show = (url: string, headers: Record<string, string> = {}) => ann.send('GET', foreignImagePath(url), { headers });
const scratchFiles = () => readdir(join(app.dataDir, 'scratch')).catch(() => []);

test('[PRV-12] an image from another site is re-encoded, whatever its declared type, without anything hidden in it', async () => {
  const exif = { IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } };
  const tagged = await picture().jpeg().withExif(exif).toBuffer();
  expect(tagged.includes('SpyCam')).toBe(true);
  const url = serveBytes(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')]), 'text/html');
  const cookie = `session=${ann.cookies.get('session')}`;
  const shown = await fetch(app.baseUrl + foreignImagePath(url), { headers: { cookie } });
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 });
  expect(['SpyCam', '<script>'].filter((text) => bytes.includes(text))).toEqual([]);
  expect(await scratchFiles()).toEqual([]);
});

test('[PRV-12] it has headers that prevent scripts, and is fetched once a day, also by those who ask at once', async () => {
  const url = serveBytes(await picture().png().toBuffer());
  const [{ headers }] = await Promise.all([show(url), show(url), show(`${url}#again`)]);
  const etag = headers.get('etag') ?? '';
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=86400',
  });
  expect((await show(url, { 'if-none-match': etag })).status).toBe(304);
  const part = await show(url, { range: 'bytes=0-7' });
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '8']);
  expect(site.visits(url)).toBe(1);
  expect((await show(site.serve(aRedirect(url)))).status).toBe(200);
});

test('[PRV-13] there is no image in what is of another type, broken, too large or unavailable, which is asked for once', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const raw = { width: 1500, height: 1200, channels: 3 } as const;
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw }).png({ compressionLevel: 0 });
  const start = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100_000)]);
  const urls = {
    'an SVG': serveBytes(svg, 'image/svg+xml'),
    'a web page': serveBytes('<!doctype html><script>alert(1)</script>'),
    nothing: serveBytes(''),
    'a few bytes': serveBytes('\x89PNG'),
    'a TIFF': serveBytes(await picture().tiff().toBuffer()),
    'half an image': serveBytes((await picture(600, 600).png().toBuffer()).subarray(0, 300)),
    'too many pixels': serveBytes(aBomb(6000, 5000)),
    'too many bytes': serveBytes(await noise.toBuffer()),
    'an endless one': site.serve(endless('image/png', start)),
    'a missing one': `http://${site.host}/missing`,
    'a broken connection': site.serve((request) => request.socket.destroy()),
  };
  const notFound = { status: 404, cache: 'no-store', code: 'not_found', message: 'Image not found', visits: 1 };
  for (const [what, url] of Object.entries(urls)) {
    await show(url);
    const { status, headers, body } = await show(url);
    const { code, message } = body;
    const found = { status, cache: headers.get('cache-control'), code, message, visits: site.visits(url) };
    expect({ what, ...found }).toEqual({ what, ...notFound });
  }
  expect(await scratchFiles()).toEqual([]);
  await site.settled();
});

test('[PRV-13] of a video, only the beginning is fetched', async () => {
  let hasEnded = false;
  const url = site.serve((request, response) => {
    endless('video/mp4', Buffer.alloc(100_000))(request, response);
    response.on('finish', () => (hasEnded = true));
  });
  expect((await show(url)).status).toBe(404);
  await site.settled();
  expect(hasEnded).toBe(false);
  expect(site.connections.at(-1)?.bytesWritten).toBeLessThan(5_000_000);
});

test('[PRV-13] a redirect to an address that is not public is refused', async () => {
  const secret = inner.serve((_, response) => response.end('x'));
  expect(await show(site.serve(aRedirect(secret)))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(inner.connections).toHaveLength(0);
});
