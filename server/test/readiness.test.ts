import { afterEach, describe, expect, test, vi } from 'vitest';
import { useProgram } from './program.ts';
import { startRedis } from './redis.ts';
import { copyDatabase } from './test-app.ts';

const { start, client } = useProgram();
const disposers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).toReversed()) await dispose();
});

describe.each(['api', 'chat', 'all'])('[CLU-21] a process with ROLE=%s', (role) => {
  test('reports what is missing, keeps running, and becomes ready again by itself', async () => {
    const { host, port, user, database } = await copyDatabase(disposers);
    const redis = await startRedis();
    disposers.push(() => redis.stop());
    const { child } = await start({
      ROLE: role,
      REDIS_URL: redis.url,
      DATABASE_URL: `postgres:///${database}`,
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
    });
    const upOf = async (service: string) =>
      new RegExp(`^chat_app_service_up\\{service="${service}"\\} (\\d)$`, 'm').exec(
        (await client().send('GET', '/metrics')).text,
      )?.[1];
    expect(await client().send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '1']);

    await redis.kill();
    expect(await client().send('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Not ready: redis', reasons: ['redis'] },
    });
    expect((await client().send('GET', '/healthz')).status).toBe(200);
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '0']);

    await redis.start();
    await vi.waitFor(async () => expect((await client().send('GET', '/readyz')).status).toBe(200), {
      timeout: 10_000,
    });
    expect(child.exitCode).toBeNull();
  });
});
