import { inputTexts, getForeignImage, getLinkPreview } from '@chat-app/contract';
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { forbiddenHosts as hosts } from '../../platform/outbound/forbidden-hosts.fixture.ts';
import { useForeignSite } from '../../platform/outbound/foreign-site.fixture.ts';

const bait = useForeignSite();
const app = useOwnTestApp(() => ({ PUBLIC_URL: 'https://chat.example.org' }));
const { aVerifiedUser } = people(app);

let ann: Person;
let connect: { mock: { calls: unknown[][] } };
let lookUp: { mock: { calls: unknown[][] } };
beforeAll(async () => {
  ann = await aVerifiedUser();
  connect = vi.spyOn(Socket.prototype, 'connect');
  lookUp = vi.spyOn(Resolver.prototype, 'resolve4');
});

/** Connection targets in this process, except our own requests to the app and the socket of its database. */
function strangersCalled(): unknown[] {
  const targets = connect.mock.calls.map(([first]) => (Array.isArray(first) ? first[0] : first) as string | Target);
  const ownPort = new URL(app.baseUrl).port;
  return targets.filter((target) => typeof target !== 'string' && !target.path && String(target.port) !== ownPort);
}
interface Target {
  readonly path?: string;
  readonly port?: number | string;
}

describe('[PRV-1] an address is refused without any request', () => {
  test('with a forbidden host', async () => {
    expect(new Set(hosts).size).toBeGreaterThan(120);
    const urls = hosts.flatMap((host) => [`http://${host}/`, `https://${host}/a?b`, `http://${host}:${bait.port}/`]);
    expect(await notRefused(urls)).toEqual([]);
    expect(bait.connections).toHaveLength(0);
  });

  const kinds = [
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    'gopher://8.8.8.8:70/_x',
    'ftp://8.8.8.8/x',
    'ftps://8.8.8.8/',
    'data:text/html,<title>x</title>',
    'javascript:alert(1)',
    'blob:https://8.8.8.8/x',
    'about:blank',
    'dict://8.8.8.8:11211/',
    'ldap://8.8.8.8/',
    'ws://8.8.8.8/',
    'jar:http://8.8.8.8/!/',
    'view-source:http://8.8.8.8/',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'mailto:a@example.org',
    'tel:1',
  ];
  const ports = [
    'http://8.8.8.8:22/',
    'http://8.8.8.8:6379/',
    'http://8.8.8.8:8080/',
    'https://8.8.8.8:8443/',
    'http://8.8.8.8:0/',
    'http://8.8.8.8:1/',
    'http://example.org:25/',
    'http://example.org:65535/',
    'http://example.org:65616/',
    'http://example.org:-80/',
  ];
  const texts = [
    'http://user@8.8.8.8/',
    'http://user:secret@8.8.8.8/',
    'http://:secret@8.8.8.8/',
    'http://8.8.8.8@127.0.0.1/',
    'http://8.8.8.8%40127.0.0.1/',
    'http://8.8.8.8:80@127.0.0.1/',
    'http://127.0.0.1\\@8.8.8.8/',
    'http://127.0.0.1#@8.8.8.8/',
    'http://127.0.0.1?@8.8.8.8/',
    'http://127.0.0.1;@8.8.8.8/',
    'http:127.0.0.1',
    'http:/127.0.0.1',
    'http:///127.0.0.1',
    'http:\\\\127.0.0.1\\',
    '\thttp://127.0.0.1/\n',
    'ht\ntp://127.0.\t0.1/',
    ' http://127.0.0.1',
    'http://127.0.0.1%00.example.org/',
    'http://127.0.0.1%2f.example.org/',
    'http://[::1%25lo]/',
    'http://[::1]%2f@8.8.8.8/',
    'http://0x7f.1.1.1.1/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://[::1',
    'http://',
    'http://.',
    '//127.0.0.1/',
    '127.0.0.1',
    'example.org',
    '/api/auth',
    'x',
    '\u0000',
  ];
  test('of another kind, with another port, and not in canonical form', async () => {
    expect(await notRefused([...kinds, ...ports, ...texts])).toEqual([]);
  });

  test.each([
    '',
    '?url=',
    '?url=http://8.8.8.8/&url=http://8.8.8.8/',
    '?url[]=http://8.8.8.8/',
    '?uri=http://8.8.8.8/',
  ])('the query %j', async (query) => {
    for (const { path } of [getLinkPreview, getForeignImage]) {
      const answer = await ann.send('GET', path + query);
      expect(answer).toMatchObject({ status: 400, body: refusal });
    }
  });

  test('an address that is too long', async () => {
    expect(await notRefused([`http://8.8.8.8/${'x'.repeat(2048)}`])).toEqual([]);
    const huge = await ann.send('GET', `${getLinkPreview.path}?url=http://8.8.8.8/${'x'.repeat(10_000)}`);
    expect(huge).toMatchObject({ status: 400, body: refusal });
  });
});

const refusal = { code: 'invalid_input', message: inputTexts.addressForbidden };

/** Which of the addresses are not refused, or not without any request. */
async function notRefused(urls: string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const url of urls) {
    const answers = await Promise.all([getLinkPreview, getForeignImage].map((endpoint) => ann.call(endpoint, { url })));
    const isRefused = answers.every(({ body }) => body.code === refusal.code && body.message === refusal.message);
    if (!isRefused || strangersCalled().length > 0 || lookUp.mock.calls.length > 0) wrong.push(url);
  }
  return wrong;
}
