import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AddressForbidden, createAddressGuard } from './address-guard.ts';
import { aRedirect, endless, useForeignSite } from './foreign-site.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { Unreachable } from './pinned-request.ts';

/** 127.0.0.1 represents the Internet here, every other address the network behind our firewall. */
const site = useForeignSite();
/** Listens on a forbidden port. */
const inner = useForeignSite();

interface SetUp {
  /** The answers of the name server, in order; null: none at all. */
  answers?: (string[] | null)[];
  deadlineMs?: number;
  ports?: number[];
  /** No host takes a redirect. */
  isBusy?: boolean;
}

function setUp({ answers = [], deadlineMs = 5000, ports = [site.port], isBusy = false }: SetUp = {}) {
  const lookups: string[] = [];
  const hosts: string[] = [];
  const guard = createAddressGuard({
    allowed: new Set(),
    ownHost: 'chat.example.org',
    isPublic: (address) => address === '127.0.0.1',
    ports,
    resolve: async (name) => {
      lookups.push(name);
      return answers.shift() ?? new Promise(() => {});
    },
  });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'Test/1.0', deadlineMs });
  return {
    lookups,
    hosts,
    fetch: (url: string, maxBytes = 1000) =>
      fetchGuarded(new URL(url), {
        accept: 'text/html',
        maxBytes,
        enterHost: (host) => {
          hosts.push(host);
          return !isBusy;
        },
        read: async ({ url: from, body }) => ({ from: from.href, text: await text(body) }),
      }),
  };
}

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const named = (url: string, name = 'site.example') => url.replace('127.0.0.1', name);

describe('[PRV-3] the connection uses the address that was checked', () => {
  test('for the name in the request, which is looked up once per visit', async () => {
    const { fetch, lookups } = setUp({ answers: [['127.0.0.1'], ['127.0.0.2']] });
    const url = named(site.serve('<title>Here</title>'));
    expect((await fetch(url)).text).toContain('Here');
    expect(lookups).toEqual(['site.example']);
    expect(site.requests.at(-1)?.headers.host).toBe(`site.example:${site.port}`);
    // The name has moved meanwhile.
    await expect(fetch(url)).rejects.toThrow(AddressForbidden);
    expect(site.visits(url)).toBe(1);
  });

  test('also after a redirect to the same name, which is checked again', async () => {
    const { fetch, lookups } = setUp({ answers: [['127.0.0.1'], ['127.0.0.2']] });
    const target = site.serve('inside');
    await expect(fetch(named(site.serve(aRedirect(named(target)))))).rejects.toThrow(AddressForbidden);
    expect(lookups).toEqual(['site.example', 'site.example']);
    expect(site.visits(target)).toBe(0);
  });

  test('not at all when the name has an address that is not public', async () => {
    const before = site.connections.length;
    const [inside, outside] = ['127.0.0.2', '127.0.0.1'];
    const answers = [[outside, inside], [inside, outside], [outside, '::1'], [`::ffff:${inside}`]];
    const { fetch } = setUp({ answers: [...answers] });
    for (const _ of answers) await expect(fetch(named(site.serve('x')))).rejects.toThrow(AddressForbidden);
    expect(site.connections).toHaveLength(before);
  });

  test('over TLS with the requested name, so that the right certificate is verified', async () => {
    const said: string[] = [];
    const hello = createServer((socket) => {
      socket.once('data', (data) => {
        said.push(data.toString('latin1'));
        socket.end('HTTP/1.1 200 OK\r\n\r\nplain text where TLS was asked for');
      });
    });
    await once(hello.listen(0, '127.0.0.1'), 'listening');
    const { port } = hello.address() as AddressInfo;
    const { fetch } = setUp({ answers: [['127.0.0.1']], ports: [port] });
    await expect(fetch(`https://site.example:${port}/`)).rejects.toThrow(Unreachable);
    expect(said).toEqual([expect.stringContaining('site.example')]);
    hello.close();
  });
});

describe('[PRV-4] redirects', () => {
  test('three are followed, including relative and non-ASCII ones, and the last address is returned', async () => {
    const { fetch } = setUp();
    const last = site.serve('<title>Last</title>');
    const third = site.serve(aRedirect(`//${site.host}${new URL(last).pathname}#part`, 308));
    const second = site.serve(aRedirect(new URL(third).pathname, 301));
    const first = site.serve(aRedirect(second, 303));
    expect(await fetch(first)).toMatchObject({ from: last, text: expect.stringContaining('Last') });
    const fourth = site.serve(aRedirect(first, 307));
    await expect(fetch(fourth)).rejects.toThrow(Unreachable);
    expect(site.visits(last)).toBe(1);
  });

  test('a loop ends, and one without a target fails', async () => {
    const { fetch } = setUp();
    const url: string = site.serve((_, response) => aRedirect(url)(_, response));
    await expect(fetch(url)).rejects.toThrow(Unreachable);
    expect(site.visits(url)).toBe(4);
    await expect(fetch(site.serve((_, response) => response.writeHead(302).end()))).rejects.toThrow(Unreachable);
  });

  test('to a forbidden address, another protocol or another port are refused', async () => {
    const { fetch } = setUp({ ports: [80, site.port] });
    const wrong: string[] = [];
    for (const location of [
      'http://127.0.0.2/',
      'http://[::1]/',
      'http://localhost/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,<title>x</title>',
      'gopher://127.0.0.1/',
      'http://user:secret@127.0.0.1/',
      'http://chat.example.org/',
      'http://metadata.google.internal/',
      'http://',
      inner.serve('x'),
    ]) {
      const error: unknown = await fetch(site.serve(aRedirect(location))).catch((reason: unknown) => reason);
      if (!(error instanceof AddressForbidden)) wrong.push(location);
    }
    expect([wrong, inner.connections]).toEqual([[], []]);
  });

  test('[PRV-302] to a busy host are not followed', async () => {
    const { fetch, hosts } = setUp({ isBusy: true, answers: [['127.0.0.1'], ['127.0.0.1']] });
    const target = site.serve('x');
    const redirect = site.serve(aRedirect(named(target, 'busy.example.')));
    await expect(fetch(redirect)).rejects.toMatchObject({ code: 'unavailable' });
    expect(hosts).toEqual([`busy.example:${site.port}`]);
    expect(site.visits(target)).toBe(0);
  });
});

describe('[PRV-5] what is sent', () => {
  test('identifies the client, and contains nothing about users; a cookie is not sent back', async () => {
    const { fetch } = setUp();
    const last = site.serve('x');
    const cookie = { 'set-cookie': 'id=1; Path=/' };
    const url = site.serve((_, response) => response.writeHead(302, { location: last, ...cookie }).end());
    await fetch(url);
    await fetch(url);
    const expected = {
      accept: 'text/html',
      'accept-encoding': 'gzip, identity;q=0.5',
      connection: 'close',
      host: site.host,
      'user-agent': 'Test/1.0',
    };
    const sent = site.requests.slice(-4).map(({ method, headers }) => [method, headers]);
    expect(sent).toEqual(sent.map(() => ['GET', expected]));
  });
});

describe('[PRV-6] what is read', () => {
  test('ends after the byte limit, and the connection with it', async () => {
    const { fetch } = setUp();
    const read = await fetch(site.serve(endless('text/html', 'x'.repeat(10_000))), 12_345);
    expect(read.text).toHaveLength(12_345);
    await site.settled();
  });

  test('is counted after decompression: a bomb of 64 MB does no harm', async () => {
    const { fetch } = setUp();
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = site.serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect((await fetch(url, 50_000)).text).toHaveLength(50_000);
    await site.settled();
  });

  test('is counted before decompression too: an endless stream that decompresses to nothing ends', async () => {
    const { fetch } = setUp();
    const nothing = Buffer.concat(Array.from({ length: 5000 }, () => gzipSync('')));
    const url = site.serve((request, response) => {
      response.setHeader('content-encoding', 'gzip');
      endless('text/html', nothing)(request, response);
    });
    expect((await fetch(url, nothing.length * 3)).text).toBe('');
    await site.settled();
  });

  test.each([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)],
    ['comments between its pieces', chunked, `1;${'x'.repeat(10_000)}\r\n \r\n`],
  ])('does not contain an endless sequence of %s', async (_, head, part) => {
    const { fetch } = setUp({ deadlineMs: 60_000 });
    const url = site.serve(({ socket }) => {
      socket.write(head);
      const more = () => {
        while (!socket.destroyed && socket.write(part));
      };
      socket.on('drain', more);
      more();
    });
    await expect(fetch(url, 100_000)).rejects.toThrow(Unreachable);
    await site.settled();
  });

  test('is decompressed', async () => {
    const { fetch } = setUp();
    const serve = (encoding: string, body: string | Buffer) =>
      site.serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
    for (const [encoding, body] of [
      ['gzip', gzipSync('packed')],
      ['X-GZIP', gzipSync('packed')],
      ['identity', 'packed'],
    ] as const)
      expect((await fetch(serve(encoding, body))).text).toBe('packed');
    for (const [encoding, body] of [
      ['gzip', 'no gzip at all'],
      ['gzip', gzipSync('x'.repeat(5000)).subarray(0, 20)],
      ['gzip, gzip', gzipSync(gzipSync('twice'))],
      ['br', 'x'],
      ['zstd', 'x'],
    ] as const)
      await expect(fetch(serve(encoding, body))).rejects.toThrow(Unreachable);
  });

  test('is a whole response with the right status', async () => {
    const { fetch } = setUp();
    const statuses = [204, 206, 304, 400, 404, 418, 500].map((status) =>
      site.serve((_, response) => response.writeHead(status).end()),
    );
    const wires = [
      'SSH-2.0-OpenSSH_9.6\r\n',
      `HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(5000)}`,
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\nxxxxxxxxx',
      '',
    ].map((bytes) => site.serve((request) => request.socket.end(bytes)));
    const broken = site.serve((request) => request.socket.destroy());
    const half = site.serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.resetAndDestroy());
    });
    for (const url of [...statuses, ...wires, broken, half]) await expect(fetch(url)).rejects.toThrow(Unreachable);
  });
});

describe('[PRV-7] slowness', () => {
  const aDrip = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<!-- -->'), 20);
    response.on('close', () => clearInterval(timer));
  };

  test.each([
    ['that never answers', () => {}],
    ['that drips', aDrip],
    ['that drips headers', ({ socket }: IncomingMessage) => socket.write('HTTP/')],
  ])('of a site %s ends at the deadline, with the connection', async (_, answer) => {
    const { fetch } = setUp({ deadlineMs: 300 });
    await expect(fetch(site.serve(answer))).rejects.toThrow(Unreachable);
    await site.settled();
  });

  test('counts over all redirects together', async () => {
    const { fetch } = setUp({ deadlineMs: 300 });
    const url: string = site.serve((_, response) => void setTimeout(() => aRedirect(url)(_, response), 120));
    await expect(fetch(url)).rejects.toThrow(expect.objectContaining({ message: 'no answer' }));
  });

  test('of a name server is limited too', async () => {
    const { fetch } = setUp({ answers: [null], deadlineMs: 100, ports: [80] });
    await expect(fetch('http://site.example/')).rejects.toThrow(Unreachable);
  });
});
