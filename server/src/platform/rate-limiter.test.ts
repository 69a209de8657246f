import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useRedis } from '../../test/use-redis.ts';
import { createLogger } from './logger.ts';
import { createMemoryRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

const logger = createLogger('silent');
const rule = { limit: 2, windowMs: 60_000 };
const redis = useRedis();

describe.each<[string, () => RateLimiter]>([
  ['in memory', () => createMemoryRateLimiter()],
  ['over Redis', () => createRedisRateLimiter(redis.nodes[0], logger)],
])('[CLU-4] rates counted %s', (where, create) => {
  const key = (name: string) => `${where} ${name}`;

  test('let as many through as the rule says, then name the wait', async () => {
    const limiter = create();
    expect(await limiter.take(key('a'), rule)).toBe(0);
    expect(await limiter.take(key('a'), rule)).toBe(0);
    const waitMs = await limiter.take(key('a'), rule);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await limiter.take(key('b'), rule)).toBe(0);
  });

  test('begin anew when the window is over', async () => {
    const limiter = create();
    const brief = { limit: 1, windowMs: 50 };
    expect(await limiter.take(key('c'), brief)).toBe(0);
    const waitMs = await limiter.take(key('c'), brief);
    expect(waitMs).toBeGreaterThan(0);
    await pause(waitMs + 5);
    expect(await limiter.take(key('c'), brief)).toBe(0);
  });

  test('take back what is forgiven, in the same window', async () => {
    const limiter = create();
    await limiter.forgive(key('d'));
    await limiter.take(key('d'), rule);
    await limiter.take(key('d'), rule);
    await limiter.forgive(key('d'));
    expect(await limiter.take(key('d'), rule)).toBe(0);
    expect(await limiter.take(key('d'), rule)).toBeGreaterThan(0);
  });

  test('count exactly when many come at once', async () => {
    const limiter = create();
    const waits = await Promise.all(Array.from({ length: 50 }, () => limiter.take(key('e'), { ...rule, limit: 20 })));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(20);
  });
});

test('[CLU-4] two nodes count together; without Redis each goes on counting for itself', async () => {
  const [one, other] = [createRedisRateLimiter(redis.nodes[0], logger), createRedisRateLimiter(redis.nodes[0], logger)];
  expect(await one.take('shared', rule)).toBe(0);
  expect(await other.take('shared', rule)).toBe(0);
  expect(await one.take('shared', rule)).toBeGreaterThan(0);

  await redis.server.kill();
  expect(await one.take('alone', rule)).toBe(0);
  expect(await one.take('alone', rule)).toBe(0);
  expect(await one.take('alone', rule)).toBeGreaterThan(0);
  expect(await other.take('alone', rule)).toBe(0);
});
