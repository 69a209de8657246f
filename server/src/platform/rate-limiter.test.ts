import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { useRedis } from '../../test/use-redis.ts';
import { createLogger } from './logger.ts';
import { createMemoryRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

const logger = createLogger('silent');
const rule = { limit: 2, windowMs: 60_000 };
const redis = useRedis();

const stores: [string, () => RateLimiter][] = [
  ['in memory', () => createMemoryRateLimiter()],
  ['over Redis', () => createRedisRateLimiter(redis.nodes[0], logger)],
];

describe.each(stores)('[CLU-4] rates counted %s', (where, create) => {
  const key = (name: string) => `${where} ${name}`;

  test('allow as many as the rule permits, then return the wait', async () => {
    const limiter = create();
    expect(await limiter.take(key('a'), rule)).toBe(0);
    expect(await limiter.take(key('a'), rule)).toBe(0);
    const waitMs = await limiter.take(key('a'), rule);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await limiter.take(key('b'), rule)).toBe(0);
  });

  test('restart when the returned wait is over', async () => {
    const limiter = create();
    const take = () => limiter.take(key('c'), { limit: 1, windowMs: 50 });
    expect(await take()).toBe(0);
    // The window may be over before a slow machine asks again.
    const waitMs = await vi.waitUntil(take, { interval: 1 });
    expect(waitMs).toBeLessThanOrEqual(50);
    // Real time: the clock of Redis counts it.
    await pause(waitMs + 5);
    expect(await take()).toBe(0);
  });

  test('take back what is refunded, in the same window', async () => {
    const limiter = create();
    await limiter.refund(key('d'));
    await limiter.take(key('d'), rule);
    await limiter.take(key('d'), rule);
    await limiter.refund(key('d'));
    expect(await limiter.take(key('d'), rule)).toBe(0);
    expect(await limiter.take(key('d'), rule)).toBeGreaterThan(0);
  });

  test('count exactly under concurrency', async () => {
    const limiter = create();
    const waits = await Promise.all(
      Array.from({ length: 50 }, async () => limiter.take(key('e'), { ...rule, limit: 20 })),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(20);
  });
});

const delay = { freeTries: 3, firstMs: 1000, maxMs: 60_000, forgetEveryMs: 600_000 };

describe('[AUTH-200] delays', () => {
  test('begin after the free tries, double up to the longest, and shrink with time', async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(() => now);
    const waits: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) {
      expect(await limiter.delay('a', delay)).toBe(0);
      // Attempts during the wait neither count nor extend it.
      const waitMs = await limiter.delay('a', delay);
      if (waitMs === 0) continue;
      waits.push(waitMs);
      expect(await limiter.delay('a', delay)).toBe(waitMs);
      now += waitMs;
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000, 60_000]);

    now += 3 * delay.forgetEveryMs;
    await limiter.delay('a', delay);
    expect(await limiter.delay('a', delay)).toBe(16_000);
    now += 20 * delay.forgetEveryMs;
    expect([await limiter.delay('a', delay), await limiter.delay('a', delay)]).toEqual([0, 0]);
  });

  test('allow at most 1,447 tries a day', async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(() => now);
    let allowed = 0;
    while (now < 24 * 60 * 60_000) {
      const waitMs = await limiter.delay('a', delay);
      if (waitMs === 0) allowed += 1;
      now += waitMs;
    }
    expect(allowed).toBe(1447);
  });
});

describe.each(stores)('[AUTH-200] delays kept %s', (where, create) => {
  const key = (name: string) => `${where} ${name}`;

  test('allow no more than the free tries under concurrency', async () => {
    const limiter = create();
    const waits = await Promise.all(Array.from({ length: 50 }, () => limiter.delay(key('a'), delay)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
    expect(await limiter.delay(key('b'), delay)).toBe(0);
  });

  test('double, end, are refunded and expire', async () => {
    const limiter = create();
    const brief = { ...delay, freeTries: 1, firstMs: 1 };
    expect(await limiter.delay(key('c'), brief)).toBe(0);
    // The wait of 1 ms ends; the attempt that then passes starts one of 20 s.
    await vi.waitUntil(async () => (await limiter.delay(key('c'), { ...brief, firstMs: 10_000 })) === 0);
    expect(await limiter.delay(key('c'), brief)).toBeGreaterThan(10_000);
    await limiter.refundDelay(key('c'));
    expect(await limiter.delay(key('c'), { ...brief, firstMs: 10_000 })).toBe(0);
    expect(await limiter.delay(key('c'), brief)).toBeGreaterThan(10_000);
    await limiter.clearDelay(key('c'));
    expect(await limiter.delay(key('c'), delay)).toBe(0);
    expect(await limiter.delay(key('c'), delay)).toBe(0);
  });
});

test('[CLU-4] two nodes count together; without Redis each counts for itself', async () => {
  const [one, other] = [createRedisRateLimiter(redis.nodes[0], logger), createRedisRateLimiter(redis.nodes[0], logger)];
  expect(await one.take('shared', rule)).toBe(0);
  expect(await other.take('shared', rule)).toBe(0);
  expect(await one.take('shared', rule)).toBeGreaterThan(0);

  const once = { ...delay, freeTries: 1 };
  expect(await one.delay('shared', once)).toBe(0);
  expect(await other.delay('shared', once)).toBeGreaterThan(0);

  await redis.server.kill();
  for (const limiter of [one, other]) {
    expect(await limiter.delay('alone', once)).toBe(0);
    expect(await limiter.delay('alone', once)).toBeGreaterThan(0);
    expect([await limiter.take('alone', rule), await limiter.take('alone', rule)]).toEqual([0, 0]);
    expect(await limiter.take('alone', rule)).toBeGreaterThan(0);
  }
});
