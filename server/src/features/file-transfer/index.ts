import type { UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { unavailable } from '../../platform/errors.ts';
import type { NodeId } from '../../platform/ids.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import { nodesKey } from '../../platform/nodes/redis-nodes.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Presence } from '../presence/index.ts';
import { createTransferEmitter } from './transfer-emitter.ts';
import { fileTransferRepository } from './file-transfer.repository.ts';
import { registerTransferEvents } from './file-transfer.socket.ts';
import { createMemoryTransferStore } from './memory-transfer-store.ts';
import { createRedisTransferStore } from './redis-transfer-store.ts';
import { createTransfers } from './file-transfer.service.ts';

interface FileTransferDeps {
  background: Background;
  bus: DomainBus;
  database: Database;
  gateway: Gateway;
  limiter: RateLimiter;
  nodes: Nodes;
  presence: Presence;
  redis: RedisConnection | null;
}

/** File transfers from browser to browser: the server only relays the signaling. */
export function startFileTransfer(deps: FileTransferDeps) {
  const { background, bus, database, gateway, limiter, nodes, presence, redis } = deps;
  const store = redis ? createRedisTransferStore(redis.client) : createMemoryTransferStore();
  const isAlive = async (nodeId: NodeId) => (await redis?.client.zScore(nodesKey, nodeId)) !== null;
  const emitter = createTransferEmitter(gateway);
  const transfers = createTransfers({ background, store, emitter, nodeId: nodes.id, isAlive });
  const canReach = async (userId: UserId, targetId: UserId) => {
    const connection = await fileTransferRepository.findConnection(database.sql, userId, targetId);
    if (!connection) return false;
    // The answer would reveal what is hidden. A request that nobody sees expires like one that nobody answers.
    if (connection.isPresenceHidden) return true;
    if (await presence.isOnline(targetId)) return true;
    // Without Redis, this node knows only who is online here.
    if (redis?.client.isReady === false) throw unavailable();
    return false;
  };
  registerTransferEvents({ gateway, transfers, limiter, canReach });
  // A transfer reveals each person's IP address to the other; a former friend must not learn a new one.
  bus.on('friendship.ended', ({ userIds: [userId, otherId] }) => {
    if (userId === undefined || otherId === undefined) return;
    background.run('transfer', () => transfers.endBetween(userId, otherId));
  });
  bus.on('user.suspended', ({ userId }) => background.run('transfer', () => transfers.endAllOf(userId)));
  nodes.onNodeExpired(transfers.releaseNode);
  redis?.onReconnect(transfers.finish);
  return transfers;
}
