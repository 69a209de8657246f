import { beforeEach, describe } from 'vitest';
import { useRedis } from '../../../test/use-redis.ts';
import { createInMemoryParticipantStore } from './in-memory-participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';
import { describeParticipantStore } from './participant-store.suite.ts';

describe('in memory', () => {
  describeParticipantStore(async () => {
    const store = createInMemoryParticipantStore();
    return [store, store];
  });
});

describe('in Redis', () => {
  const redis = useRedis();
  beforeEach(redis.empty);

  describeParticipantStore(async () => [
    createRedisParticipantStore(redis.nodes[0].client),
    createRedisParticipantStore(redis.nodes[1].client),
  ]);
});
