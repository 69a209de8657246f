import { setTimeout as pause } from 'node:timers/promises';
import type { DomainBus } from './domain-events.ts';
import type { Background } from './platform/background.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import type { Gateway } from './realtime/gateway.ts';

/** Releases one resource. Disposers are called in the reverse order of their creation. */
export type Disposer = () => Promise<void> | void;

interface Transports {
  http: Pick<HttpServer, 'startDraining'>;
  gateway: Pick<Gateway, 'drain'>;
}

/** With other nodes: wait until the load balancer has noticed, and move devices slowly enough for those nodes. */
const inCluster = { leadMs: 2000, spreadMs: 5000 };
/** Without other nodes, devices have to wait for the restart: be quick. */
const onlyNode = { leadMs: 0, spreadMs: 1000 };

/** Announces the shutdown and disconnects devices. Current and new requests are served meanwhile. */
export async function drainNode({ http, gateway }: Transports, { isOnlyNode }: { isOnlyNode: boolean }): Promise<void> {
  const { leadMs, spreadMs } = isOnlyNode ? onlyNode : inCluster;
  http.startDraining();
  await Promise.all([pause(leadMs), gateway.drain(spreadMs)]);
}

/** Waits for all pending work: events start background work, which publishes events in turn. */
export async function settle(bus: DomainBus, background: Background): Promise<void> {
  do {
    await bus.settle();
    await background.settle();
  } while (!bus.isIdle());
}
