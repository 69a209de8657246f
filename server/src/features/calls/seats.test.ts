import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { startRedis, type TestRedis } from '../../../test/redis.ts';
import { createLogger } from '../../platform/logger.ts';
import { connectRedis, type RedisConnection } from '../../platform/redis/redis.ts';
import { createMemorySeats } from './memory-seats.ts';
import { createRedisSeats } from './redis-seats.ts';
import { describeSeats } from './seats.suite.ts';

describe('in memory', () => {
  describeSeats(async () => {
    const seats = createMemorySeats();
    return [seats, seats];
  });
});

describe('in Redis', () => {
  let redis: TestRedis;
  let nodes: [RedisConnection, RedisConnection];
  beforeAll(async () => {
    redis = await startRedis();
    const logger = createLogger('silent');
    nodes = [await connectRedis(redis.url, logger), await connectRedis(redis.url, logger)];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await redis.stop();
  });
  beforeEach(() => nodes[0].client.flushAll());

  describeSeats(async () => [createRedisSeats(nodes[0].client), createRedisSeats(nodes[1].client)]);
});
