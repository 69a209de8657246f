import { foreignImagePath, getLinkPreview, limits } from '@chat-app/contract';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { findFreePort } from '../../../../e2e/stand-ins/free-port.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { aPage, aRedirect, endless, useForeignSite } from '../../platform/outbound/foreign-site.fixture.ts';

const site = useForeignSite();
/** A site that listens but is not on the list of allowed hosts. */
const inner = useForeignSite();
let closedPort: number;
beforeAll(async () => {
  closedPort = await findFreePort();
});
const app = useOwnTestApp(() => ({
  LINK_PREVIEW_ALLOW: `${site.host},localhost:${site.port},127.0.0.1:${closedPort}`,
}));
const { aVerifiedUser } = people(app);

let ann: Person;
beforeAll(async () => {
  ann = await aVerifiedUser();
});

async function previewOf(url: string) {
  const { status, body } = await ann.call(getLinkPreview, { url });
  expect(status).toBe(200);
  return body.data;
}
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const bare = { title: '', description: '', image: null, screenshot: null };

describe('[PRV-10] a preview', () => {
  test('shows the metadata of the page; its image is served from our own origin', async () => {
    const url = site.serve(
      `<title>Plain</title>${meta('og:title', 'A &amp; B')}${meta('og:description', 'More')}${meta('og:image', '/a.png')}`,
    );
    expect(await previewOf(`${url}#part`)).toEqual({
      title: 'A & B',
      description: 'More',
      image: { url: foreignImagePath(`http://${site.host}/a.png`) },
      screenshot: null,
    });
  });

  test('is available for a host name that the operator listed', async () => {
    const url = site.serve('<title>By name</title>').replace('127.0.0.1', 'localhost');
    expect(await previewOf(url)).toEqual({ ...bare, title: 'By name' });
  });

  test('is of the page after redirects, with image paths relative to it', async () => {
    const url = site.serve((_, response) => aPage(`<title>There</title>${meta('og:image', 'a.png')}`)(_, response));
    const preview = await previewOf(site.serve(aRedirect(url)));
    expect(preview).toMatchObject({ title: 'There', image: { url: foreignImagePath(new URL('a.png', url).href) } });
  });

  test.each([
    ['private', 'http://10.0.0.1/a.png'],
    ['on a port we do not visit', 'http://example.org:8080/a.png'],
    ['a script', 'javascript:alert(1)'],
    ['written into the address', 'data:image/png;base64,AAAA'],
    ['a file', 'file:///etc/passwd'],
    ['too long an address', `/${'x'.repeat(2048)}`],
    ['no address', 'http://['],
  ])('has no picture where it is %s', async (_, address) => {
    const url = site.serve(`<title>T</title>${meta('og:image', address)}`);
    expect(await previewOf(url)).toEqual({ ...bare, title: 'T' });
  });

  test('reduces a megabyte of title with tags and direction changes to one short plain line', async () => {
    const title = `<b>\u202e\u0007${'<script>evil</script> \u2066\n'.repeat(40_000)}`;
    const preview = await previewOf(site.serve(`<title>${title}</title>`));
    expect(preview?.title).toHaveLength(limits.previewTitleMaxLength);
    expect(preview?.title).toMatch(/^<b><script>evil<\/script> <script>.*…$/);
    expect(preview?.title).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  test('survives a hundred thousand nested tags', async () => {
    const url = site.serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Deep</title>${'<b>'.repeat(100_000)}`),
    );
    expect(await previewOf(url)).toEqual({ ...bare, title: 'Deep' });
  });

  test('of an endless page is made from its head, without waiting for the rest', async () => {
    const url = site.serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<head><title>Endless</title></head>');
      endless('text/html', 'x'.repeat(100_000))(request, Object.assign(response, { writeHead: () => response }));
    });
    expect(await previewOf(url)).toEqual({ ...bare, title: 'Endless' });
    await site.settled();
  });

  test('compressed with gzip is decompressed', async () => {
    const page = gzipSync('<title>Packed</title></head>');
    const url = site.serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page),
    );
    expect(await previewOf(url)).toEqual({ ...bare, title: 'Packed' });
  });
});

describe('[PRV-11] there is no preview, and no failure,', () => {
  const html = { 'content-type': 'text/html' };
  test.each<[string, Parameters<typeof site.serve>[0]]>([
    ['for a page that is not there', (_, response) => response.writeHead(404, html).end('<title>Not found</title>')],
    ['for a broken one', (_, response) => response.writeHead(500, html).end('<title>Oops</title>')],
    ['for one that says nothing', '<title> \u200b\n</title><meta name="description" content="">'],
    ['for an empty one', (_, response) => response.writeHead(200, html).end()],
    ['for a picture', aPage('<title>x</title>', 'image/png')],
    ['for an SVG', aPage('<title>x</title>', 'image/svg+xml')],
    ['for plain text', aPage('<title>x</title>', 'text/plain')],
    ['for what does not say what it is', aPage('<title>x</title>', '')],
    ['for what is almost a page', aPage('<title>x</title>', 'text/htmlx')],
    ['when the connection breaks off', (request) => request.socket.destroy()],
    ['when it breaks off within the page', cutOff],
    ['for a packed bomb', bomb],
    ['for endless white', endless('text/html', ' '.repeat(100_000))],
    ['after four redirects', hop(4)],
    ['in a circle', (request, response) => aRedirect(request.url ?? '')(request, response)],
  ])('%s', async (_, answer) => {
    expect(await previewOf(site.serve(answer))).toBeNull();
    await site.settled();
  });

  test('for a port where nothing listens', async () => {
    expect(await previewOf(`http://127.0.0.1:${closedPort}/`)).toBeNull();
  });

  test('for a site that sends nothing, or a few bytes at a time, for more than five seconds', async () => {
    const silent = site.serve(() => {});
    const dripping = site.serve((_, response) => {
      response.writeHead(200, html);
      const timer = setInterval(() => response.write('<!-- -->'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await Promise.all([previewOf(silent), previewOf(dripping)])).toEqual([null, null]);
    await site.settled();
  });

  function cutOff(...[request, response]: Parameters<Exclude<Parameters<typeof site.serve>[0], string>>) {
    response.writeHead(200, { ...html, 'content-length': '1000' });
    response.write('<title>Half', () => request.socket.resetAndDestroy());
  }
  function bomb(...[, response]: Parameters<Exclude<Parameters<typeof site.serve>[0], string>>) {
    const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(packed);
  }
  function hop(left: number): Parameters<typeof site.serve>[0] {
    return (request, response) =>
      left === 0
        ? aPage('<title>x</title>')(request, response)
        : aRedirect(site.serve(hop(left - 1)))(request, response);
  }
});

describe('[PRV-4] a page that redirects', () => {
  test('to an address that is not public is refused, without a request to it', async () => {
    for (const target of [inner.serve('<title>Secret</title>'), 'http://10.0.0.1/', 'file:///etc/passwd']) {
      const answer = await ann.call(getLinkPreview, { url: site.serve(aRedirect(target)) });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect(inner.connections).toHaveLength(0);
  });
});

describe('[PRV-8] a page is fetched once', () => {
  test('for any number of people, even at the same moment', async () => {
    const url = site.serve('<title>Once</title>');
    const bob = await aVerifiedUser();
    await Promise.all([previewOf(url), bob.call(getLinkPreview, { url }), previewOf(`${url}#other`)]);
    expect(await previewOf(url)).toEqual({ ...bare, title: 'Once' });
    expect(site.visits(url)).toBe(1);
  });

  test('even if it has no metadata, fails, or redirects to a forbidden address', async () => {
    const nothing = site.serve('');
    const away = site.serve((_, response) => response.writeHead(503).end());
    const elsewhere = site.serve(aRedirect('http://10.0.0.1/'));
    for (const url of [nothing, away, elsewhere]) {
      await ann.call(getLinkPreview, { url });
      await ann.call(getLinkPreview, { url });
      expect(site.visits(url)).toBe(1);
    }
  });

  test('and receives no cookie, and nothing about us or the viewer', async () => {
    const cookied = site.serve((_, response) => {
      response.setHeader('set-cookie', 'id=1; Path=/');
      aPage('<title>x</title>')(_, response);
    });
    await previewOf(cookied);
    await previewOf(site.serve('<title>Second</title>'));
    for (const { headers } of site.requests.slice(-2)) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
      expect(headers['user-agent']).toBe('ChatAppPreview/1.0');
    }
  });
});
