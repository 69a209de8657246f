import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Presence } from '../presence/index.ts';
import { broadcastCalls, createCallTeller } from './calls.broadcasts.ts';
import { serveCalls } from './calls.routes.ts';
import { createCalls } from './calls.service.ts';
import { followCalls } from './calls.socket.ts';

interface CallFeatureParts {
  background: Background;
  broadcaster: Broadcaster;
  bus: DomainBus;
  database: Database;
  gateway: Gateway;
  presence: Presence;
  transact: Transact;
}

/** Voice calls: who rings, who is in, and their sound where there is no better way. */
export function startCalls(serve: Serve, parts: CallFeatureParts) {
  const calls = createCalls({ ...parts, tell: createCallTeller(parts.gateway) });
  serveCalls(serve, { calls });
  followCalls({ gateway: parts.gateway, calls });
  broadcastCalls({ ...parts, calls });
  return calls;
}
