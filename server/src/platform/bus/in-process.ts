import type { Logger } from '../logger.ts';
import type { Bus, EventMap, OrderKeys } from './bus.ts';
import { createListenerRegistry } from './listeners.ts';
import { createOrderedDelivery } from './ordered-delivery.ts';

/** The bus of a single process, where `on` and `onEveryNode` are the same. */
export function createInProcessBus<Events extends EventMap>(logger: Logger, orderKeys: OrderKeys<Events>): Bus<Events> {
  const listeners = createListenerRegistry();
  const delivery = createOrderedDelivery(logger);
  return {
    publish: (name, event) => delivery.enqueue(orderKeys(event), { name, event, listeners: listeners.forOwn(name) }),
    on: (name, listener) => listeners.add(name, listener as never, { own: true, others: false }),
    onEveryNode: (name, listener) => listeners.add(name, listener as never, { own: true, others: true }),
    onOtherNodes: () => {},
    isIdle: () => delivery.depth().events === 0,
    settle: delivery.settle,
  };
}
