import { foreignImagePath, getLinkPreview, limits } from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { type Person, people } from '../../../test/people.ts';
import { findFreePort } from '../../../../e2e/stand-ins/free-port.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { aPage, aRedirect, endless, useForeignSite } from '../../platform/outbound/foreign-site.fixture.ts';

const site = useForeignSite();
/** A site that listens but is not on the list of allowed hosts. */
const inner = useForeignSite();
const closedPort = await findFreePort();
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

  test('is available for a host name that the operator listed, and after redirects, with image paths relative to the page', async () => {
    const url = site.serve(`<title>There</title>${meta('og:image', 'a.png')}`).replace('127.0.0.1', 'localhost');
    const image = { url: foreignImagePath(new URL('a.png', url).href) };
    expect(await previewOf(site.serve(aRedirect(url)))).toEqual({ ...bare, title: 'There', image });
  });

  test('has no picture where that is forbidden, no address, or too long', async () => {
    const urls = ['http://10.0.0.1/a.png', 'http://example.org:8080/a.png', `/${'x'.repeat(2048)}`, 'http://['];
    urls.push('javascript:alert(1)', 'data:image/png;base64,AAAA', 'file:///etc/passwd');
    for (const url of urls) {
      const preview = await previewOf(site.serve(`<title>${url}</title>${meta('og:image', url)}`));
      expect({ url, image: preview?.image }).toEqual({ url, image: null });
    }
  });

  test('reduces a megabyte of title with tags and direction changes to one short plain line', async () => {
    const title = `<b>\u202e\u0007${'<script>evil</script> \u2066\n'.repeat(40_000)}`;
    const preview = await previewOf(site.serve(`<title>${title}</title>`));
    expect(preview?.title).toHaveLength(limits.previewTitleMaxLength);
    expect(preview?.title).toMatch(/^<b><script>evil<\/script> <script>.*…$/);
    expect(preview?.title).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
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
});

describe('[PRV-11] there is no preview, and no failure,', () => {
  const html = { 'content-type': 'text/html' };

  test('for what is missing, broken, empty, no page, or breaks off', async () => {
    const answers: Record<string, Parameters<typeof site.serve>[0]> = {
      missing: (_, response) => response.writeHead(404, html).end('<title>Not found</title>'),
      broken: (_, response) => response.writeHead(500, html).end('<title>Oops</title>'),
      'without texts': '<title> \u200b\n</title><meta name="description" content="">',
      empty: (_, response) => response.writeHead(200, html).end(),
      'a picture': aPage('<title>x</title>', 'image/png'),
      'plain text': aPage('<title>x</title>', 'text/plain'),
      'of no type': aPage('<title>x</title>', ''),
      'almost a page': aPage('<title>x</title>', 'text/htmlx'),
      'broken off': (request, response) => {
        response.writeHead(200, { ...html, 'content-length': '1000' });
        response.write('<title>Half', () => request.socket.resetAndDestroy());
      },
      'endless white': endless('text/html', ' '.repeat(100_000)),
      'a circle': (request, response) => aRedirect(request.url ?? '')(request, response),
    };
    const found: Record<string, unknown> = {};
    for (const [what, answer] of Object.entries(answers)) {
      const preview = await previewOf(site.serve(answer));
      if (preview !== null) found[what] = preview;
    }
    expect(found).toEqual({});
    expect(await previewOf(`http://127.0.0.1:${closedPort}/`)).toBeNull();
    await site.settled();
  });

  test('[PRV-7] for a site that sends nothing, or a few bytes at a time, for five seconds', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // A clock that is fifty times faster.
    const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
    afterTest(() => clock.mockRestore());
    const silent = site.serve(() => {});
    const dripping = site.serve((_, response) => {
      response.writeHead(200, html);
      const timer = setInterval(() => response.write('<!-- -->'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await Promise.all([previewOf(silent), previewOf(dripping)])).toEqual([null, null]);
    expect(clock.mock.calls).toEqual([[5000], [5000]]);
    await site.settled();
  });
});

test('[PRV-4] a page that redirects to an address that is not public is refused, without a request to it', async () => {
  for (const target of [inner.serve('<title>Secret</title>'), 'http://10.0.0.1/', 'file:///etc/passwd']) {
    const answer = await ann.call(getLinkPreview, { url: site.serve(aRedirect(target)) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
  expect(inner.connections).toHaveLength(0);
});

test('[PRV-5] [PRV-8] a page is fetched once for any number of people, about whom it learns nothing, also if it has no preview', async () => {
  const [url, bob] = [site.serve('<title>Once</title>'), await aVerifiedUser()];
  await Promise.all([previewOf(url), bob.call(getLinkPreview, { url }), previewOf(`${url}#other`)]);
  expect(await previewOf(url)).toEqual({ ...bare, title: 'Once' });
  const headers = site.requests.at(-1)?.headers;
  expect(Object.keys(headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(headers?.['user-agent']).toBe('ChatAppPreview/1.0');

  const away = site.serve((_, response) => response.writeHead(503).end());
  const others = [site.serve(''), away, site.serve(aRedirect('http://10.0.0.1/'))];
  for (const other of [...others, ...others]) await ann.call(getLinkPreview, { url: other });
  expect([url, ...others].map(site.visits)).toEqual([1, 1, 1, 1]);
});
