import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { createPrometheus } from '../metrics/prometheus.ts';
import { createCookies } from './cookies.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

const cookies = createCookies({ isHttps: true });
const readSession = (cookie?: string) => cookies.readSession({ headers: { cookie } });

test('[AUTH-7] the session is read from its own cookie only', () => {
  const tokens = new Map<string | undefined, string | null>([
    [undefined, null],
    ['', null],
    ['=;;= ; __Host-session', null],
    ['session=from-plain-http; xx__Host-session=other', null],
    ['a=1;__Host-session=token', 'token'],
    ['__Host-session=first; __Host-session=second', 'first'],
    ['__Host-session=%E0%A4%A', '%E0%A4%A'],
    ['__proto__=x; __Host-session=token', 'token'],
  ]);
  expect(new Map([...tokens.keys()].map((header) => [header, readSession(header)]))).toEqual(tokens);
});

describe('[AUTH-7] an answer', () => {
  let http: HttpServer;
  let baseUrl: string;
  beforeAll(async () => {
    const metrics = createPrometheus();
    const logger = createLogger('silent');
    http = await createHttpServer({ logger, metrics, isHttps: true, trustedProxies: 0, maxUploadBytes: 1 });
    http.server.get('/', async (request, reply) => {
      cookies.ensureXsrf(request, reply);
      cookies.writeSession(reply, 'renewed', true);
      cookies.writeDevice(reply, 'browser');
      cookies.clearSession(reply);
      return {};
    });
    baseUrl = await http.server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => http.close());

  test('sets each cookie once, as it was set last', async () => {
    const { headers } = await fetch(baseUrl, { headers: { cookie: 'XSRF-TOKEN=known' } });
    expect(headers.getSetCookie()).toEqual([
      '__Host-device=browser; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
  });

  test('sets an XSRF cookie that scripts can read where there is none', async () => {
    const { headers } = await fetch(baseUrl);
    expect(headers.getSetCookie()[0]).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; Secure; SameSite=Lax$/);
  });
});
