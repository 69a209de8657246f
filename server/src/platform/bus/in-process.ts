import type { Logger } from '../logger.ts';
import type { Bus, EventMap } from './bus.ts';

type Listener = (event: object) => Promise<void> | void;

/** The bus of a single process. Events are handed on one after the other, so that a removal is carried out before what follows it. */
export function createInProcessBus<Events extends EventMap>(
  logger: Logger,
): Bus<Events> & { settle: () => Promise<void> } {
  const listenersByName = new Map<string, Listener[]>();
  let tail = Promise.resolve();

  async function hand(name: string, event: object) {
    for (const listener of listenersByName.get(name) ?? []) {
      try {
        await listener(event);
      } catch (error) {
        logger.error({ err: error, event: name }, 'a listener failed');
      }
    }
  }

  return {
    publish: (name, event) => {
      tail = tail.then(() => hand(name, event));
    },
    on: (name, listener) => {
      listenersByName.set(name, [...(listenersByName.get(name) ?? []), listener as Listener]);
    },
    settle: () => tail,
  };
}
