import type { Logger } from '../logger.ts';
import type { Listener } from './listeners.ts';

interface Delivery {
  readonly name: string;
  readonly event: object;
  readonly listeners: readonly Listener[];
}

/**
 * Delivers events one after the other per key, so that a removal takes effect before the events that follow it. Events
 * that share no key do not wait for each other. An event with several keys waits for the earlier events of each key; no
 * event waits for a later one, so there are no deadlocks.
 */
export function createOrderedDelivery(logger: Logger) {
  const lastByKey = new Map<string, Promise<void>>();
  const pending = new Set<Promise<void>>();
  const ready = Promise.resolve();

  async function callListeners({ name, event, listeners }: Delivery) {
    for (const listener of listeners) {
      try {
        const running = listener(event);
        if (running) await running;
      } catch (error) {
        logger.error({ err: error, event: name }, 'a listener failed');
      }
    }
  }

  /** Events that wait for nothing start in the order of publishing, whatever their keys. */
  function earlierEvents(keys: readonly string[]): Promise<unknown> {
    const earlier = keys.map((key) => lastByKey.get(key)).filter((last) => last !== undefined);
    return earlier.length > 1 ? Promise.all(earlier) : (earlier[0] ?? ready);
  }

  return {
    enqueue: (keys: readonly string[], delivery: Delivery) => {
      if (delivery.listeners.length === 0) return;
      const delivered = deliver(earlierEvents(keys));
      async function deliver(earlier: Promise<unknown>) {
        await earlier;
        await callListeners(delivery);
        pending.delete(delivered);
        for (const key of keys) if (lastByKey.get(key) === delivered) lastByKey.delete(key);
      }
      pending.add(delivered);
      for (const key of keys) lastByKey.set(key, delivered);
    },
    /** How many events are undelivered, and how many keys are kept for them. */
    depth: () => ({ events: pending.size, keys: lastByKey.size }),
    /** Resolves when everything is delivered, including events that listeners publish meanwhile. */
    settle: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
