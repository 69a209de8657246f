import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Presence } from '../presence/index.ts';
import type { CallDeps } from './call-deps.ts';
import { createCallEmitter } from './call-emitter.ts';
import { broadcastCalls } from './calls.broadcasts.ts';
import { serveCalls } from './calls.routes.ts';
import { createCalls } from './calls.service.ts';
import { registerCallEvents } from './calls.socket.ts';
import { createInMemoryParticipantStore } from './in-memory-participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';

export { callRepository } from './calls.repository.ts';

interface CallFeatureDeps {
  background: Background;
  broadcaster: Broadcaster;
  bus: DomainBus;
  database: Database;
  gateway: Gateway;
  markSystemMessageRead: CallDeps['markSystemMessageRead'];
  nodes: Nodes;
  presence: Presence;
  redis: RedisConnection | null;
  transact: Transact;
}

/** Voice calls: ringing, participants, and relayed audio where no peer connection is possible. */
export function startCalls(serve: Serve, { nodes, redis, ...deps }: CallFeatureDeps) {
  const participants = redis ? createRedisParticipantStore(redis.client) : createInMemoryParticipantStore();
  const calls = createCalls({ ...deps, nodeId: nodes.id, participants, emitter: createCallEmitter(deps.gateway) });
  serveCalls(serve, { calls });
  registerCallEvents({ gateway: deps.gateway, calls });
  broadcastCalls({ ...deps, calls });
  nodes.onNodeExpired(calls.releaseNode);
  nodes.onRegistrationLost(calls.renewLeases);
  redis?.onReconnect(calls.saveLeaves);
  return calls;
}
