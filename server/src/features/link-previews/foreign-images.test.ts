import { foreignImagePath } from '@chat-app/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
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

async function bytesOf(url: string): Promise<Buffer> {
  const cookie = `session=${ann.cookies.get('session')}`;
  const answer = await fetch(app.baseUrl + foreignImagePath(url), { headers: { cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('[PRV-12] an image from another site', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of type %s is re-encoded, whatever its declared type',
    async (format) => {
      const url = serveBytes(await picture()[format]().toBuffer(), 'text/html');
      expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({ format, width: 40, height: 20 });
      expect((await show(url)).headers.get('content-type')).toBe(`image/${format}`);
      expect(await scratchFiles()).toEqual([]);
    },
  );

  test('loses all metadata', async () => {
    const tagged = await picture()
      .jpeg()
      .withExif({ IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } })
      .toBuffer();
    const shown = await bytesOf(serveBytes(Buffer.concat([tagged, Buffer.from('<script>alert(1)</script>')])));
    expect(tagged.includes('SpyCam')).toBe(true);
    expect(shown.includes('SpyCam')).toBe(false);
    expect(shown.includes('<script>')).toBe(false);
  });

  test('has headers that prevent scripts, and is cached privately for a day', async () => {
    const url = serveBytes(await picture().png().toBuffer());
    const { headers } = await show(url);
    expect(headers.get('content-security-policy')).toBe(filePolicy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('private, max-age=86400');
    const etag = headers.get('etag') ?? '';
    expect((await show(url, { 'if-none-match': etag })).status).toBe(304);
    const part = await show(url, { range: 'bytes=0-7' });
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '8']);
  });

  test('is fetched and re-encoded once, even for concurrent requests', async () => {
    const url = serveBytes(await picture().png().toBuffer());
    await Promise.all([show(url), show(url), show(url)]);
    await show(`${url}#again`);
    expect(site.visits(url)).toBe(1);
  });

  test('is fetched behind a redirect', async () => {
    const url = serveBytes(await picture().png().toBuffer());
    expect((await show(site.serve(aRedirect(url)))).status).toBe(200);
  });
});

describe('[PRV-13] there is no image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<string> | string]>([
    ['in an SVG', () => serveBytes(svg, 'image/svg+xml')],
    ['in a web page', () => serveBytes('<!doctype html><script>alert(1)</script>', 'image/png')],
    ['in nothing', () => serveBytes('')],
    ['in a few bytes', () => serveBytes('\x89PNG')],
    ['in a TIFF', async () => serveBytes(await picture().tiff().toBuffer())],
    ['in half of one', async () => serveBytes((await picture(600, 600).png().toBuffer()).subarray(0, 300))],
    ['with too many pixels', () => serveBytes(aBomb(6000, 5000))],
    ['with too many bytes', async () => serveBytes(await noise())],
    ['without an end', () => site.serve(endless('image/png', Buffer.from('\x89PNG\r\n\x1a\nxxxx', 'latin1')))],
    ['where there is none', () => `http://${site.host}/missing`],
    ['where the connection breaks', () => site.serve((request) => request.socket.destroy())],
    ['where only the deadline ends it', () => site.serve(() => {})],
  ])('%s', async (_, serve) => {
    const url = await serve();
    expect(await show(url)).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Image not found' } });
    expect((await show(url)).headers.get('cache-control')).toBe('no-store');
    expect(site.visits(url)).toBe(1);
    expect(await scratchFiles()).toEqual([]);
    await site.settled();
  });

  test('in a video, of which only the beginning is fetched', async () => {
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

  test('behind a redirect to an address that is not public, which is refused', async () => {
    const secret = inner.serve((_, response) => response.end('x'));
    expect(await show(site.serve(aRedirect(secret)))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(inner.connections).toHaveLength(0);
  });

  function noise(): Promise<Buffer> {
    const grain = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const create = { width: 1500, height: 1500, channels: 3 as const, background: 'gray', noise: grain };
    return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  }
});
