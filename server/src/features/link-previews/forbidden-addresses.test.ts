import { inputTexts, getForeignImage, getLinkPreview } from '@chat-app/contract';
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
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

const list = (text: string) => text.trim().split(/\s+/);
const kinds = list(`
  file:///etc/passwd file://localhost/etc/passwd gopher://8.8.8.8:70/_x ftp://8.8.8.8/x ftps://8.8.8.8/
  data:text/html,<title>x</title> javascript:alert(1) blob:https://8.8.8.8/x about:blank dict://8.8.8.8:11211/
  ldap://8.8.8.8/ ws://8.8.8.8/ jar:http://8.8.8.8/!/ view-source:http://8.8.8.8/ unix:/var/run/docker.sock
  http+unix://%2Fvar%2Frun%2Fdocker.sock/ mailto:a@example.org tel:1
`);
const ports = list(`
  http://8.8.8.8:22/ http://8.8.8.8:6379/ http://8.8.8.8:8080/ https://8.8.8.8:8443/ http://8.8.8.8:0/ http://8.8.8.8:1/
  http://example.org:25/ http://example.org:65535/ http://example.org:65616/ http://example.org:-80/
`);
const texts = list(`
  http://user@8.8.8.8/ http://user:secret@8.8.8.8/ http://:secret@8.8.8.8/ http://8.8.8.8@127.0.0.1/
  http://8.8.8.8%40127.0.0.1/ http://8.8.8.8:80@127.0.0.1/ http://127.0.0.1\\@8.8.8.8/ http://127.0.0.1#@8.8.8.8/
  http://127.0.0.1?@8.8.8.8/ http://127.0.0.1;@8.8.8.8/ http:127.0.0.1 http:/127.0.0.1 http:///127.0.0.1
  http:\\\\127.0.0.1\\ http://127.0.0.1%00.example.org/ http://127.0.0.1%2f.example.org/ http://[::1%25lo]/
  http://[::1]%2f@8.8.8.8/ http://0x7f.1.1.1.1/ http://256.256.256.256/ http://1.2.3.4.5/ http://[::1 http:// http://.
  //127.0.0.1/ 127.0.0.1 example.org /api/auth x \u0000
`);
const withSpaces = ['\thttp://127.0.0.1/\n', 'ht\ntp://127.0.\t0.1/', ' http://127.0.0.1'];

const refusal = { code: 'invalid_input', message: inputTexts.addressForbidden };

/** Which of the addresses are not refused, and whom we asked because of them. */
async function faultsIn(urls: string[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const ask = async (url: string) => {
    for (const endpoint of [getLinkPreview, getForeignImage]) {
      const { code, message } = (await ann.call(endpoint, { url })).body;
      if (code !== refusal.code || message !== refusal.message) wrong.push({ url, code, message });
    }
  };
  // Some at a time, because there are hundreds.
  for (let start = 0; start < urls.length; start += 10) await Promise.all(urls.slice(start, start + 10).map(ask));
  return [...wrong, ...strangersCalled(), ...lookUp.mock.calls];
}

test('[PRV-1] an address with a forbidden host is refused without any request', async () => {
  expect(new Set(hosts).size).toBeGreaterThan(120);
  const forms = [
    (host: string) => `http://${host}/`,
    (host: string) => `https://${host}/a?b`,
    (host: string) => `http://${host}:${bait.port}/`,
  ];
  expect(await faultsIn(hosts.map((host, index) => forms[index % forms.length]?.(host) ?? ''))).toEqual([]);
  expect(bait.connections).toHaveLength(0);
});

test('[PRV-1] so is one of another kind, with another port, not in canonical form, or too long', async () => {
  expect(await faultsIn([...kinds, ...ports, ...texts, ...withSpaces, `http://8.8.8.8/${'x'.repeat(2048)}`])).toEqual(
    [],
  );
  const one = 'url=http://8.8.8.8/';
  const several = [`?${one}&${one}`, `?url[]=http://8.8.8.8/`];
  for (const query of ['', '?url=', ...several, '?uri=http://8.8.8.8/', `?${one}${'x'.repeat(10_000)}`]) {
    for (const { path } of [getLinkPreview, getForeignImage]) {
      const { status, body } = await ann.send('GET', path + query);
      expect({ query, status, ...body }).toMatchObject({ query, status: 400, ...refusal });
    }
  }
});
