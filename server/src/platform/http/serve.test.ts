import { getServerConfig, register } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { invalidInput, untouched } from '../errors.ts';
import { createLogger } from '../logger.ts';
import { createPrometheus } from '../metrics/prometheus.ts';
import { createMemoryRateLimiter } from '../rate-limiter.ts';
import { createCookies } from './cookies.ts';
import { createCrossSiteGuard } from './cross-site-guard.ts';
import { createHttpServer } from './http-server.ts';
import { createServe } from './serve.ts';

async function createServer({ areAnswersChecked = true, areLimitsOn = false } = {}) {
  const [logger, metrics] = [createLogger('silent'), createPrometheus()];
  const http = await createHttpServer({ logger, metrics, isHttps: false, trustedProxies: 0, maxUploadBytes: 1 });
  afterTest(http.close);
  const cookies = createCookies({ isHttps: false });
  const { serve } = createServe({
    isAdministrator: async () => false,
    server: http.server,
    cookies,
    guard: createCrossSiteGuard(new Set(), cookies),
    limiter: createMemoryRateLimiter(),
    authenticate: async () => null,
    findCaller: async () => null,
    areAnswersChecked,
    areLimitsOn,
  });
  return { serve, listen: () => http.server.listen({ port: 0, host: '127.0.0.1' }) };
}

test('[AUTH-263] a call refused before any work has begun does not count against its limit; others do', async () => {
  const { serve, listen } = await createServer();
  let refusal = untouched(7);
  serve(register, { rate: { limit: 1, windowMs: 60_000 } }, async () => {
    throw refusal;
  });
  const baseUrl = await listen();
  const signUp = () =>
    fetch(baseUrl + register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Newcomer', email: 'newcomer@example.org', password: 'Secret1!' }),
    });
  const first = await signUp();
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
  refusal = invalidInput('Not this one');
  const statuses = [];
  for (let call = 0; call < 2; call += 1) statuses.push((await signUp()).status);
  expect(statuses).toEqual([400, 429]);
});

test('[SEC-25] of one caller three large reads run at once; one that goes on after its deadline counts', async () => {
  const { serve, listen } = await createServer({ areLimitsOn: true });
  const ends: (() => void)[] = [];
  serve(getServerConfig, { turns: 'reads', deadlineMs: 20 }, async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    throw invalidInput('Read');
  });
  const url = (await listen()) + getServerConfig.path;
  const read = async () => (await fetch(url)).status;
  expect(await Promise.all([read(), read(), read()])).toEqual([503, 503, 503]);
  const late = read();
  // This request comes after it, and is answered.
  expect((await fetch(`${url}/other`)).status).toBe(404);
  expect(ends).toHaveLength(3);
  ends[0]?.();
  await vi.waitUntil(() => ends.length === 4);
  for (const end of ends) end();
  expect([400, 503]).toContain(await late);
});

describe('[SEC-22] an answer', () => {
  const limits = { maxUploadBytes: 1, maxImageBytes: 1, maxGroupSize: 3 };
  const described = {
    title: 'Chat',
    googleClientId: null,
    socketUrl: null,
    devMailboxUrl: null,
    registration: 'open' as const,
    allowedEmailDomains: [],
    limits,
  };

  test('that differs from what the contract describes is refused in tests and development', async () => {
    const secret = { ...described, passwordHash: 'secret' };
    const deep = { ...described, limits: { ...limits, secret: 1 } };
    const incomplete = { ...described, title: undefined as never };
    const answers = [described, secret, deep, incomplete];
    const { serve, listen } = await createServer();
    serve(getServerConfig, {}, async () => answers.shift() ?? described);
    const url = (await listen()) + getServerConfig.path;
    for (const status of [200, 500, 500, 500]) {
      const response = await fetch(url);
      expect([response.status, await response.text()]).toEqual([status, expect.not.stringContaining('secret')]);
    }
  });

  test('is sent without being parsed in production', async () => {
    const { serve, listen } = await createServer({ areAnswersChecked: false });
    serve(getServerConfig, {}, async () => described);
    const response = await fetch((await listen()) + getServerConfig.path);
    expect([response.status, await response.json()]).toEqual([200, described]);
  });
});
