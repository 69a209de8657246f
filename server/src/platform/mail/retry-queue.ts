/** Processes items, a few at a time, and retries those that failed. */
export interface RetryQueue<Item> {
  add: (item: Item) => void;
  /** Items that wait for a retry get it now. */
  retryNow: () => void;
  /** Resolves when the queue is empty, or after `timeoutMs`. */
  whenEmpty: (timeoutMs: number) => Promise<void>;
  /** How many items are waiting or in progress. */
  depth: () => number;
}

interface RetryQueueOptions<Item> {
  concurrency: number;
  /** Never rejects. Resolves with the delay before the next attempt, or null when the item is finished. */
  work: (item: Item) => Promise<number | null>;
}

export function createRetryQueue<Item>({ concurrency, work }: RetryQueueOptions<Item>): RetryQueue<Item> {
  const waiting: Item[] = [];
  const retries = new Map<Item, NodeJS.Timeout>();
  const emptyListeners = new Set<() => void>();
  let running = 0;

  const depth = () => waiting.length + retries.size + running;

  function add(item: Item): void {
    waiting.push(item);
    startNext();
  }

  function startNext(): void {
    while (running < concurrency && waiting.length > 0) {
      running += 1;
      void handle(waiting.shift() as Item);
    }
    if (depth() === 0) for (const notify of emptyListeners) notify();
  }

  async function handle(item: Item): Promise<void> {
    const delayMs = await work(item);
    running -= 1;
    if (delayMs !== null) retries.set(item, setTimeout(() => retry(item), delayMs).unref());
    startNext();
  }

  function retry(item: Item): void {
    clearTimeout(retries.get(item));
    retries.delete(item);
    add(item);
  }

  return {
    add,
    retryNow: () => {
      for (const item of retries.keys()) retry(item);
    },
    whenEmpty: (timeoutMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          emptyListeners.delete(done);
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        emptyListeners.add(done);
        if (depth() === 0) done();
      }),
    depth,
  };
}
