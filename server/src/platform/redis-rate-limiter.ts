import type { Logger } from './logger.ts';
import { countedTriesMax, createMemoryRateLimiter, type RateLimiter } from './rate-limiter.ts';
import type { RedisConnection } from './redis/redis.ts';
import { createScript, keyPrefix, luaNow } from './redis/script.ts';

/**
 * The same windows and delays, shared by all nodes. Without Redis each node counts for itself, so limits still apply.
 */
export function createRedisRateLimiter({ client }: RedisConnection, logger: Logger): RateLimiter {
  const local = createMemoryRateLimiter();
  const keyOf = (key: string) => `${keyPrefix}rate:${key}`;
  const delayKeyOf = (key: string) => `${keyPrefix}delay:${key}`;

  async function withFallback<Result>(
    count: () => Promise<Result>,
    fallback: () => Promise<Result> | Result,
  ): Promise<Result> {
    try {
      return await count();
    } catch (error) {
      logger.debug({ err: error }, 'rate limit counted without Redis');
      return fallback();
    }
  }

  return {
    take: (key, rule) =>
      withFallback(
        () => takeOne(client, [keyOf(key)], [rule.limit, rule.windowMs]),
        () => local.take(key, rule),
      ),
    refund: (key) =>
      withFallback(
        async () => void (await refundOne(client, [keyOf(key)])),
        () => local.refund(key),
      ),
    delay: (key, rule) => {
      const { freeTries, firstMs, maxMs, forgetEveryMs } = rule;
      return withFallback(
        () =>
          countAttempt(client, [delayKeyOf(key)], [freeTries, firstMs, maxMs, forgetEveryMs, countedTriesMax(rule)]),
        () => local.delay(key, rule),
      );
    },
    refundDelay: (key) =>
      withFallback(
        async () => void (await refundAttempt(client, [delayKeyOf(key)])),
        () => local.refundDelay(key),
      ),
    clearDelay: (key) =>
      withFallback(
        async () => void (await client.del(delayKeyOf(key))),
        () => local.clearDelay(key),
      ),
  };
}

const takeOne = createScript<number>(`
local taken = tonumber(redis.call('GET', KEYS[1]) or 0)
if taken >= tonumber(ARGV[1]) then return math.max(redis.call('PTTL', KEYS[1]), 1) end
redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`);

const refundOne = createScript<null>(`
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end
return false`);

const countAttempt = createScript<number>(`${luaNow}
local free, first, max, forget, most = unpack(ARGV)
local tries = tonumber(redis.call('HGET', KEYS[1], 'tries') or 0)
local last = tonumber(redis.call('HGET', KEYS[1], 'last') or now)
local next = tonumber(redis.call('HGET', KEYS[1], 'next') or 0)
if now < next then return next - now end
tries = math.min(math.max(0, tries - math.floor((now - last) / forget)) + 1, tonumber(most))
local wait = 0
if tries >= tonumber(free) then wait = math.min(tonumber(max), first * 2 ^ (tries - free)) end
redis.call('HSET', KEYS[1], 'tries', tries, 'last', string.format('%.0f', now), 'next', string.format('%.0f', now + wait))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', wait + tries * forget))
return 0`);

const refundAttempt = createScript<null>(`
local tries = tonumber(redis.call('HGET', KEYS[1], 'tries') or 0)
if tries > 0 then redis.call('HSET', KEYS[1], 'tries', tries - 1, 'next', 0) end
return false`);
