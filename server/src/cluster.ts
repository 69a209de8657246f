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
import { createRecentRooms } from './realtime/recent-rooms.ts';
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

/** Events not sent to other nodes: no node keeps state that depends on them, and most of them are very frequent. */
const localEvents = [
  'call.becameVideo',
  'chat.read',
  'chat.muted',
  'chats.pinned',
  'chat.archived',
  'chat.drafted',
] as const;
/** Events for nodes with devices only. */
const frequentEvents = ['messages.sent', 'systemMessages.written', 'message.changed', 'message.deleted'] as const;

const reportAfterMs = 1000;

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

  const onLoss = metrics.eventLost;
  const bus = await createRedisBus<DomainEvents>({
    redis,
    logger,
    orderKeys,
    localEvents,
    frequentEvents,
    hasDevices,
    onLoss,
  });
  const recentRooms = createRecentRooms();
  const adapter = await createRedisAdapter({ redis, logger, hasDevices, onLoss, onEmit: recentRooms.add });
  // After an outage each node names the rooms it emitted to meanwhile. Whichever of two nodes returns last sends its own
  // and asks for the other's, so no order of returning loses anything.
  const lost = { isAll: false, rooms: new Set<string>() };
  const reportLost = (durationMs: number) => {
    // Nodes return at about the same time; one report answers all of them.
    if (!lost.isAll && lost.rooms.size === 0) setTimeout(report, reportAfterMs).unref();
    const rooms = recentRooms.since(durationMs);
    lost.isAll ||= rooms === null;
    for (const room of rooms ?? []) lost.rooms.add(room);
  };
  function report() {
    if (lost.isAll || lost.rooms.size > 0) bus.publish('events.lost', { rooms: lost.isAll ? null : [...lost.rooms] });
    lost.isAll = false;
    lost.rooms.clear();
  }
  redis.onReconnect((outageMs) => {
    reportLost(outageMs);
    bus.publish('events.missed', { durationMs: outageMs });
  });
  bus.onOtherNodes('events.missed', ({ durationMs }) => reportLost(durationMs));
  return { redis, adapter, nodes, limiter: createRedisRateLimiter(redis, logger), bus };
}
