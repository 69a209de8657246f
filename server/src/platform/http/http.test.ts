import { getSession, login, logout, register, suspendPerson, updateProfile } from '@chat-app/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { anAdministrator, aVerifiedUser } = people(app);

let ann: Person;
beforeAll(async () => {
  ann = await aVerifiedUser();
});

const rename = (headers: Record<string, string>) =>
  ann.send('PUT', updateProfile.path, { body: { name: 'Renamed' }, headers });

describe('[SEC-1] a request that another site makes in my browser', () => {
  test('[CON-19] is refused and changes nothing, also that of an administrator', async () => {
    const refused = { status: 403, body: { code: 'cross_site' } };
    const foreign = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
    const others = [{ 'sec-fetch-site': 'same-site' }, { origin: 'null' }, { origin: 'http://localhost.evil.example' }];
    for (const headers of [...foreign, ...others, { 'x-xsrf-token': 'x' }])
      expect([headers, await rename(headers)]).toMatchObject([headers, refused]);
    const [host, bob] = [await anAdministrator(), await aVerifiedUser()];
    const path = suspendPerson.path.replace('{id}', bob.user.id);
    for (const headers of foreign) expect(await host.send('POST', path, { headers })).toMatchObject(refused);
    expect((await bob.call(getSession, {})).status).toBe(200);
    // As an image or a link would.
    for (const link of [logout.path, '/api/auth/resend-v-email'])
      expect((await ann.send('GET', link, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await ann.call(getSession, {})).body.user.name).toBe(ann.user.name);
  });

  test('cannot log somebody in with a form', async () => {
    const answer = await app.client().send('POST', login.path, {
      body: JSON.stringify({ email: ann.email, password: ann.password }),
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
  });

  test('is accepted from our own page, under each name of this machine', async () => {
    const xsrf = { 'x-xsrf-token': ann.cookies.get('XSRF-TOKEN') ?? '' };
    for (const origin of [app.baseUrl.replace('127.0.0.1', 'localhost'), app.baseUrl])
      expect((await rename({ 'sec-fetch-site': 'same-origin', origin, ...xsrf })).status).toBe(200);
    await ann.call(updateProfile, { name: ann.user.name });
  });

  test('gets no CORS headers', async () => {
    const { headers } = await ann.send('GET', getSession.path, { headers: { origin: 'https://evil.example' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('[SEC-2] headers', () => {
  const policyOf = async (path: string) =>
    (await app.client().send('GET', path)).headers.get('content-security-policy') ?? '';

  test.each(['/login', '/admin/people', '/api/config', '/api/auth', '/api/nothing'])(
    '[CON-19] of %s restrict the browser',
    async (path) => {
      const { headers } = await app.client().send('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/);
    },
  );

  test('of the page allow our own scripts only, with a new nonce each time', async () => {
    const policies = [await policyOf('/'), await policyOf('/')];
    expect(policies[0]).toMatch(/script-src 'self';/);
    expect(policies[0]).toMatch(/style-src 'self' 'nonce-[\w+/=]{24}'/);
    expect(policies[0]).not.toBe(policies[1]);
  });

  test('of the worker that compiles WebAssembly allow that only, and those of the page do not allow it', async () => {
    const policy = await policyOf('/rnnoise-compiler.js');
    expect(policy).toMatch(/script-src 'wasm-unsafe-eval'(;|$)/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/connect-src|'self'/);
    expect(await policyOf('/')).not.toContain('wasm');
  });
});

describe('[SEC-4] an unknown path', () => {
  test('is answered 404 as JSON, and for browsers as the web app, whose files are all that is served', async () => {
    const paths = ['/api/nothing', '/api/auth/', '/assets/missing.js'].map((path) => ['GET', path] as const);
    const posts = ['/api/auth/nothing', '/somewhere'].map((path) => ['POST', path] as const);
    const notFound = { status: 404, body: { code: 'not_found', message: 'Not found' } };
    for (const [method, path] of [...paths, ...posts, ['DELETE', '/api/auth'], ['OPTIONS', '/api/auth/login']] as const)
      expect([path, await app.client().send(method, path)]).toMatchObject([path, notFound]);
    const page = await app.client().send('GET', '/any/deep/path?x=1');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const path of ['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/index.html.br'])
      expect((await app.client().send('GET', path)).text).not.toContain('"workspaces"');
  });
});

describe('[SEC-3] a malformed request is answered with one sentence, never with internals', () => {
  test('over HTTP', async () => {
    for (const [body, headers, status] of [
      ['{"email":', {}, 400],
      ['{"__proto__":{"isVerified":true}}', {}, 400],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}, 400],
      ['email=a@b.org', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['<a/>', { 'content-type': 'text/xml' }, 415],
    ] as const) {
      const answer = await app.client().send('POST', register.path, { body, headers });
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['code', 'message']));
      expect(JSON.stringify(answer.body)).not.toMatch(/stack|node_modules|at \w|SyntaxError|FST_/);
    }
  });

  test('raw garbage on the wire does no harm', async () => {
    const { port } = new URL(app.baseUrl);
    for (const rubbish of [
      '\0\0\0\0',
      'GET\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ]) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(rubbish));
      socket.on('data', () => socket.destroy());
      await once(socket, 'close');
    }
    expect((await app.client().send('GET', '/healthz')).status).toBe(200);
  });
});

test('[OPS-20] health and readiness are reported', async () => {
  expect(await app.client().send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await app.client().send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('[OPS-21] the web client receives the configuration it needs', async () => {
  expect((await app.client().send('GET', '/api/config')).body).toEqual({
    title: 'Chat App',
    googleClientId: null,
    socketUrl: null,
    devMailboxUrl: null,
    registration: 'open',
    allowedEmailDomains: [],
    limits: { maxUploadBytes: 104_857_600, maxImageBytes: 10_485_760, maxGroupSize: 1000 },
  });
});
