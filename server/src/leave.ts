import { setTimeout as pause } from 'node:timers/promises';
import type { DomainBus } from './domain-events.ts';
import type { Background } from './platform/background.ts';
import type { HttpServer } from './platform/http/http-server.ts';
import type { Gateway } from './realtime/gateway.ts';

interface Doors {
  http: Pick<HttpServer, 'announceEnd'>;
  gateway: Pick<Gateway, 'drain'>;
}

/** Among others: until the load balancer has noticed, and slowly enough for those who take our devices. */
const amongOthers = { leadMs: 2000, spreadMs: 5000 };
/** Alone there is nowhere to go to: the sooner it is back, the better. */
const alone = { leadMs: 0, spreadMs: 1000 };

/** Asks for no more work and sends devices elsewhere. What is under way, and what still comes, is done meanwhile. */
export async function leave({ http, gateway }: Doors, { isAlone }: { isAlone: boolean }): Promise<void> {
  const { leadMs, spreadMs } = isAlone ? alone : amongOthers;
  http.announceEnd();
  await Promise.all([pause(leadMs), gateway.drain(spreadMs)]);
}

/** Waits for everything that is under way: events start work in the background, and that publishes events. */
export async function settle(bus: DomainBus, background: Background): Promise<void> {
  do {
    await bus.settle();
    await background.settle();
  } while (!bus.isIdle());
}
