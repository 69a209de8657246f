import type { Logger } from '../logger.ts';
import type { Bus, EventMap } from './bus.ts';
import { createListenerBook, createListenerLine } from './listeners.ts';

/** The bus of a single process, which is also every process. */
export function createInProcessBus<Events extends EventMap>(logger: Logger): Bus<Events> {
  const book = createListenerBook();
  const line = createListenerLine(logger);
  return {
    publish: (name, event) => line.queue(book.all(name), name, event),
    on: (name, listener) => book.add(name, listener as never, false),
    onEach: (name, listener) => book.add(name, listener as never, true),
    settle: line.settle,
  };
}
