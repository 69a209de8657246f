import type { UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { createMemoryPresenceRegistry } from './presence-registry.ts';
import { presenceRepository } from './presence.repository.ts';
import { createPresence, type Presence } from './presence.service.ts';
import { registerPresenceEvents } from './presence.socket.ts';
import { createRedisPresenceRegistry } from './redis-presence-registry.ts';

export type { Presence };

interface PresenceFeatureDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
  gateway: Gateway;
  logger: Logger;
  nodes: Nodes;
  redis: RedisConnection | null;
}

const relatedAtOnce = 50;

/** Presence, visible to friends and co-members only, and updated when those change. */
export function startPresence(deps: PresenceFeatureDeps): Presence {
  const { bus, broadcaster, database, gateway, logger, nodes, redis } = deps;
  const registry = redis ? createRedisPresenceRegistry(redis, nodes.id) : createMemoryPresenceRegistry();
  // After a restart everybody connects at once. Batches are small, because members of large groups relate to thousands.
  const findRelated = createBatchLoader(
    (userIds: readonly UserId[]) => presenceRepository.listRelated(database.sql, userIds),
    {
      maxBatchSize: relatedAtOnce,
    },
  );
  const presence = createPresence({
    bus,
    registry,
    logger,
    listRelated: async (userId) => (await findRelated(userId)) ?? [],
    emitOnline: (userId, onlineIds) => broadcaster.toUserHere(userId, 'getOnlineUsers', onlineIds),
  });
  registerPresenceEvents({ gateway, presence });
  redis?.onReconnect(presence.restore);
  nodes.onRegistrationLost(presence.restore);
  nodes.onNodeExpired((nodeId) => registry.releaseNode(nodeId, (userIds) => bus.publish('presence.lost', { userIds })));

  const refreshAll = ({ userIds }: { userIds: UserId[] }) => presence.refresh(userIds);
  bus.onEveryNode('friendRequest.accepted', refreshAll);
  bus.onEveryNode('friendship.ended', refreshAll);
  bus.onEveryNode('user.blocked', refreshAll);
  bus.onEveryNode('user.unblocked', refreshAll);
  bus.onEveryNode('chat.created', refreshAll);
  bus.onEveryNode('chat.membersAdded', refreshAll);
  bus.onEveryNode('chat.deleted', refreshAll);
  bus.onEveryNode('user.privacyUpdated', ({ userId }) => presence.refresh([userId]));
  bus.onEveryNode('chat.memberGone', ({ userId }) => presence.refresh([userId]));
  return presence;
}
