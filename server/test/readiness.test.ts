import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/platform/logger.ts';
import { afterTest } from './after-test.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { createHttpClient } from './http-client.ts';
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

describe.each(['api', 'chat', 'all'])('[CLU-21] a process with ROLE=%s', (role) => {
  test('reports what is missing, keeps running, and becomes ready again by itself', async () => {
    const redis = await startRedis();
    afterTest(() => redis.stop());
    const client = await start(role, redis.url);
    const upOf = async (service: string) =>
      new RegExp(`^chat_app_service_up\\{service="${service}"\\} (\\d)$`, 'm').exec(
        (await client.send('GET', '/metrics')).text,
      )?.[1];
    expect(await client.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '1']);

    await redis.kill();
    expect(await client.send('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Not ready: redis', reasons: ['redis'] },
    });
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '0']);

    await redis.start();
    await vi.waitFor(async () => expect((await client.send('GET', '/readyz')).status).toBe(200));
  });
});
