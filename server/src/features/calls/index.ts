import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Presence } from '../presence/index.ts';
import { createCallEmitter } from './call-emitter.ts';
import type { CallParts } from './call-lifecycle.ts';
import { broadcastCalls } from './calls.broadcasts.ts';
import { serveCalls } from './calls.routes.ts';
import { createCalls } from './calls.service.ts';
import { followCalls } from './calls.socket.ts';
import { createMemoryParticipantStore } from './memory-participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';

interface CallFeatureParts {
  background: Background;
  broadcaster: Broadcaster;
  bus: DomainBus;
  database: Database;
  gateway: Gateway;
  markSystemMessageRead: CallParts['markSystemMessageRead'];
  nodes: Nodes;
  presence: Presence;
  redis: RedisConnection | null;
  transact: Transact;
}

/** Voice calls: ringing, participants, and relayed audio where no peer connection is possible. */
export function startCalls(serve: Serve, { nodes, redis, ...parts }: CallFeatureParts) {
  const participants = redis ? createRedisParticipantStore(redis.client) : createMemoryParticipantStore();
  const calls = createCalls({ ...parts, nodeId: nodes.id, participants, emitter: createCallEmitter(parts.gateway) });
  serveCalls(serve, { calls });
  followCalls({ gateway: parts.gateway, calls });
  broadcastCalls({ ...parts, calls });
  nodes.onNodeExpired(calls.releaseNode);
  nodes.onRegistrationLost(calls.renewLeases);
  return calls;
}
