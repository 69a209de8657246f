import { register } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { invalidInput, untouched } from '../errors.ts';
import { createLogger } from '../logger.ts';
import { createPrometheus } from '../metrics/prometheus.ts';
import { createMemoryRateLimiter } from '../rate-limiter.ts';
import { createCookies } from './cookies.ts';
import { createCrossSiteGuard } from './cross-site-guard.ts';
import { createHttpServer } from './http-server.ts';
import { createServe } from './serve.ts';

test('[AUTH-263] a call refused before any work has begun does not count against its limit; others do', async () => {
  const http = await createHttpServer({
    logger: createLogger('silent'),
    isHttps: false,
    trustedProxies: 0,
    maxUploadBytes: 1,
    metrics: createPrometheus(),
  });
  const cookies = createCookies({ isHttps: false });
  const { serve } = createServe({
    server: http.server,
    cookies,
    guard: createCrossSiteGuard(new Set(), cookies),
    limiter: createMemoryRateLimiter(),
    authenticate: async () => null,
  });
  let refusal = untouched(7);
  serve(register, { rate: { limit: 1, windowMs: 60_000 } }, async () => {
    throw refusal;
  });
  const baseUrl = await http.server.listen({ port: 0, host: '127.0.0.1' });
  const signUp = () =>
    fetch(baseUrl + register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Newcomer', email: 'newcomer@example.org', password: 'Secret1!' }),
    });
  try {
    const first = await signUp();
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
    refusal = invalidInput('Not this one');
    const statuses = [];
    for (let call = 0; call < 2; call += 1) statuses.push((await signUp()).status);
    expect(statuses).toEqual([400, 429]);
  } finally {
    await http.close();
  }
});
