import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/platform/logger.ts';
import { afterTest } from './after-test.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { startRedis } from './redis.ts';
import { aDatabase } from './test-app.ts';

async function start(role: string, redisUrl: string) {
  const database = await aDatabase();
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-app-readiness-'));
  afterTest(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    ROLE: role,
    REDIS_URL: redisUrl,
    // The actual database is given by its parts; this value only marks it as external.
    DATABASE_URL: 'postgres://localhost/given',
    PUBLIC_URL: 'http://localhost',
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  const app = await startApp({ ...config, database }, createLogger('silent'));
  afterTest(() => app.stop());
  return createHttpClient(`http://127.0.0.1:${port}`);
}

test('[CLU-21] a process of each role reports what is missing, keeps running, and becomes ready again by itself', async () => {
  const redis = await startRedis();
  afterTest(() => redis.stop());
  const clients = await Promise.all(['api', 'chat', 'all'].map((role) => start(role, redis.url)));
  const upOf = async (client: HttpClient, service: string) =>
    new RegExp(`^chat_app_service_up\\{service="${service}"\\} (\\d)$`, 'm').exec(
      (await client.send('GET', '/metrics')).text,
    )?.[1];
  const report = (client: HttpClient) =>
    Promise.all([client.send('GET', '/readyz'), upOf(client, 'database'), upOf(client, 'redis')]);
  for (const client of clients)
    expect(await report(client)).toMatchObject([{ status: 200, body: { status: 'ready' } }, '1', '1']);

  await redis.kill();
  const missing = { code: 'unavailable', message: 'Not ready: redis', reasons: ['redis'] };
  for (const client of clients) {
    expect(await client.send('GET', '/readyz')).toMatchObject({ status: 503, body: missing });
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect([await upOf(client, 'database'), await upOf(client, 'redis')]).toEqual(['1', '0']);
  }
  await redis.start();
  for (const client of clients)
    await vi.waitFor(async () => expect((await client.send('GET', '/readyz')).status).toBe(200));
});
