import { beforeEach, describe } from 'vitest';
import { useRedis } from '../../../test/use-redis.ts';
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
  const redis = useRedis();
  beforeEach(redis.empty);

  describeSeats(async () => [createRedisSeats(redis.nodes[0].client), createRedisSeats(redis.nodes[1].client)]);
});
