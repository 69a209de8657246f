import type { Logger } from '../logger.ts';

type Listener = (event: object) => Promise<void> | void;

/** Hands events on one after the other, so that a removal is carried out before what follows it. */
export function createListenerLine(logger: Logger) {
  let tail = Promise.resolve();

  async function hand(listeners: readonly Listener[], name: string, event: object) {
    for (const listener of listeners) {
      try {
        await listener(event);
      } catch (error) {
        logger.error({ err: error, event: name }, 'a listener failed');
      }
    }
  }

  return {
    queue: (listeners: readonly Listener[], name: string, event: object) => {
      if (listeners.length > 0) tail = tail.then(() => hand(listeners, name, event));
    },
    settle: () => tail,
  };
}

/** Who listens to what, in the order in which they came. */
export function createListenerBook() {
  const listenersByName = new Map<string, { listener: Listener; isForEach: boolean }[]>();
  const add = (name: string, listener: Listener, isForEach: boolean) => {
    listenersByName.set(name, [...(listenersByName.get(name) ?? []), { listener, isForEach }]);
  };
  return {
    add,
    all: (name: string) => (listenersByName.get(name) ?? []).map(({ listener }) => listener),
    forEach: (name: string) =>
      (listenersByName.get(name) ?? []).filter(({ isForEach }) => isForEach).map(({ listener }) => listener),
  };
}
