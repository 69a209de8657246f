import { afterEach, describe, expect, test, vi } from 'vitest';
import { useProgram } from './program.ts';
import { startRedis } from './redis.ts';
import { copyDatabase } from './test-app.ts';

const { start, visitor } = useProgram();
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

describe.each(['api', 'chat', 'all'])('[CLU-21] a process with ROLE=%s', (role) => {
  test('reports what is missing, keeps running, and becomes ready again by itself', async () => {
    const { host, port, user, database } = await copyDatabase(undo);
    const redis = await startRedis();
    undo.push(() => redis.stop());
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
        (await visitor().send('GET', '/metrics')).text,
      )?.[1];
    expect(await visitor().send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '1']);

    await redis.kill();
    expect(await visitor().send('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Not ready: redis', reasons: ['redis'] },
    });
    expect((await visitor().send('GET', '/healthz')).status).toBe(200);
    expect([await upOf('database'), await upOf('redis')]).toEqual(['1', '0']);

    await redis.start();
    await vi.waitFor(async () => expect((await visitor().send('GET', '/readyz')).status).toBe(200), {
      timeout: 10_000,
    });
    expect(child.exitCode).toBeNull();
  });
});
