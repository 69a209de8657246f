import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  /** Maximum total size of all values; the least recently used one is evicted first. */
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
  readonly ttlMs: (value: Value) => number;
  readonly now?: () => number;
}

/** Returns the value of this key: a cached one, one that is being loaded for another caller, or a new one. */
export type Cache<Value> = (key: string, load: () => Promise<Value>) => Promise<Value>;

/** An LRU cache that loads each value once. Failures are not cached: the next caller tries again. */
export function createCache<Value extends object | string>(options: CacheOptions<Value>): Cache<Value> {
  const { maxSize, sizeOf, ttlMs, now = Date.now } = options;
  const values = new LRUCache<string, Value, () => Promise<Value>>({
    maxSize,
    sizeCalculation: sizeOf,
    perf: { now },
    ttlResolution: 0,
    // A value whose place is needed before it has arrived is still returned to those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: load, options: entry }) => {
      const value = await load();
      entry.ttl = ttlMs(value);
      return value;
    },
  });
  return (key, load) => values.forceFetch(key, { context: load });
}
