import { afterAll, beforeAll } from 'vitest';
import { createLogger } from '../src/platform/logger.ts';
import { connectRedis, type RedisConnection } from '../src/platform/redis/redis.ts';
import { startRedis, type TestRedis } from './redis.ts';

/** A Redis for this file, and connections to it as two nodes have them. */
export function useRedis() {
  const logger = createLogger('silent');
  let server: TestRedis;
  let nodes: readonly [RedisConnection, RedisConnection];
  beforeAll(async () => {
    server = await startRedis();
    nodes = [await connectRedis(server.url, logger), await connectRedis(server.url, logger)];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await server.stop();
  });
  return {
    get server() {
      return server;
    },
    get nodes() {
      return nodes;
    },
    empty: async () => {
      await nodes[0].client.flushAll();
    },
  };
}
