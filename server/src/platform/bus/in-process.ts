import type { Logger } from '../logger.ts';
import type { Bus, EventMap, OrderKeys } from './bus.ts';
import { createListenerBook } from './listeners.ts';
import { createOrderedDelivery } from './ordered-delivery.ts';

/** The bus of a single process, where `on` and `onEach` are the same. */
export function createInProcessBus<Events extends EventMap>(logger: Logger, orderKeys: OrderKeys<Events>): Bus<Events> {
  const book = createListenerBook();
  const delivery = createOrderedDelivery(logger);
  return {
    publish: (name, event) => delivery.enqueue(orderKeys(event), { name, event, listeners: book.ofOwn(name) }),
    on: (name, listener) => book.add(name, listener as never, { isForEach: false }),
    onEach: (name, listener) => book.add(name, listener as never, { isForEach: true }),
    isIdle: () => delivery.depth().events === 0,
    settle: delivery.settle,
  };
}
