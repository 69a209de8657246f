import type { Logger } from './logger.ts';
import { createMemoryRateLimiter, type RateLimiter } from './rate-limiter.ts';
import type { RedisConnection } from './redis/redis.ts';
import { createScript, keyPrefix } from './redis/script.ts';

/** The same windows, shared by all nodes. While Redis is away each node counts for itself: neither open nor shut. */
export function createRedisRateLimiter({ client }: RedisConnection, logger: Logger): RateLimiter {
  const alone = createMemoryRateLimiter();
  const keyOf = (key: string) => `${keyPrefix}rate:${key}`;

  async function orAlone<Result>(count: () => Promise<Result>, instead: () => Promise<Result>): Promise<Result> {
    try {
      return await count();
    } catch (error) {
      logger.debug({ err: error }, 'counted without Redis');
      return instead();
    }
  }

  return {
    take: (key, rule) =>
      orAlone(
        () => takeOne(client, [keyOf(key)], [rule.limit, rule.windowMs]),
        () => alone.take(key, rule),
      ),
    forgive: (key) =>
      orAlone(
        async () => void (await giveBack(client, [keyOf(key)])),
        () => alone.forgive(key),
      ),
  };
}

const takeOne = createScript<number>(`
local taken = tonumber(redis.call('GET', KEYS[1]) or 0)
if taken >= tonumber(ARGV[1]) then return math.max(redis.call('PTTL', KEYS[1]), 1) end
redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`);

const giveBack = createScript<null>(`
if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end
return false`);
