import { type DomainEvents, orderKeys } from './domain-events.ts';
import { createInProcessBus } from './platform/bus/in-process.ts';
import { createRedisBus } from './platform/bus/redis.ts';
import type { Logger } from './platform/logger.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { createSingleNode } from './platform/nodes/nodes.ts';
import { registerNode } from './platform/nodes/redis-nodes.ts';
import { createMemoryRateLimiter } from './platform/rate-limiter.ts';
import { createRedisRateLimiter } from './platform/redis-rate-limiter.ts';
import { connectRedis } from './platform/redis/redis.ts';
import { createRedisAdapter } from './realtime/redis-adapter.ts';
import type { Disposer } from './shutdown.ts';

interface ClusterDeps {
  redisUrl: string | null;
  /** Whether devices connect to this process. */
  hasDevices: boolean;
  logger: Logger;
  metrics: Pick<Metrics, 'eventLost'>;
  disposers: Disposer[];
}

/** Events not sent to other nodes: they are very frequent, and no node keeps state that depends on them. */
const localEvents = ['messages.sent', 'systemMessages.written', 'message.deleted', 'chat.read', 'chat.muted'] as const;

/** Creates what several processes share through Redis, or its in-memory equivalent for a single process. */
export async function joinCluster({ redisUrl, hasDevices, logger, metrics, disposers }: ClusterDeps) {
  if (redisUrl === null) {
    const bus = createInProcessBus<DomainEvents>(logger, orderKeys);
    return { redis: null, adapter: null, nodes: createSingleNode(), limiter: createMemoryRateLimiter(), bus };
  }
  const redis = await connectRedis(redisUrl, logger);
  disposers.push(() => redis.close());
  const nodes = await registerNode({ redis, logger });
  disposers.push(() => nodes.close());

  let hasLost = false;
  const onLoss = () => {
    hasLost = true;
    metrics.eventLost();
  };
  const bus = await createRedisBus<DomainEvents>({ redis, logger, orderKeys, localEvents, onLoss });
  redis.onReconnect(() => {
    if (hasLost) bus.publish('events.lost', {});
    hasLost = false;
  });
  const adapter = await createRedisAdapter({ redis, logger, hasDevices, onLoss });
  return { redis, adapter, nodes, limiter: createRedisRateLimiter(redis, logger), bus };
}
