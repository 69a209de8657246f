import { beforeEach, describe } from 'vitest';
import { useRedis } from '../../../test/use-redis.ts';
import { createInMemoryParticipantStore } from './in-memory-participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';
import { describeParticipantMedia } from './participant-media.suite.ts';
import { type CreateStores, describeParticipantStore } from './participant-store.suite.ts';

describe('in memory', () => {
  const create: CreateStores = async () => {
    const store = createInMemoryParticipantStore();
    return [store, store];
  };
  describeParticipantStore(create);
  describeParticipantMedia(create);
});

describe('in Redis', () => {
  const redis = useRedis();
  beforeEach(redis.empty);

  const create: CreateStores = async () => [
    createRedisParticipantStore(redis.nodes[0].client),
    createRedisParticipantStore(redis.nodes[1].client),
  ];
  describeParticipantStore(create);
  describeParticipantMedia(create);
});
