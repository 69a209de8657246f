import { LRUCache } from 'lru-cache';
import type { Turn } from './fair-queue.ts';

interface CacheOptions<Value> {
  /** Maximum total size of all values; the least recently used one is evicted first. */
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
  readonly ttlMs: (value: Value) => number;
  readonly now?: () => number;
}

interface Loader<Value> {
  /** Waits until loading may begin. Aborted when another caller has begun to load the same value. */
  readonly acquire: (signal: AbortSignal) => Promise<Turn>;
  /** May end the turn before the value is complete. */
  readonly load: (turn: Turn) => Promise<Value>;
}

/** Returns the value of this key: a cached one, one that is being loaded for another caller, or a new one. */
export type Cache<Value> = (key: string, loader: Loader<Value>) => Promise<Value>;

/** Callers who want a value that is neither cached nor being loaded. The first one whose turn comes loads it. */
interface Race<Value> {
  waiting: number;
  loading: Promise<Value> | null;
  readonly begun: AbortController;
}

/** An LRU cache that loads each value once. Failures are not cached: the next caller tries again. */
export function createCache<Value extends object | string>(options: CacheOptions<Value>): Cache<Value> {
  const { maxSize, sizeOf, ttlMs, now = Date.now } = options;
  const values = new LRUCache<string, Value>({ maxSize, sizeCalculation: sizeOf, perf: { now }, ttlResolution: 0 });
  const races = new Map<string, Race<Value>>();

  const raceFor = (key: string): Race<Value> => {
    const race = races.get(key) ?? { waiting: 0, loading: null, begun: new AbortController() };
    races.set(key, race);
    return race;
  };

  async function loadAndKeep(key: string, loader: Loader<Value>, turn: Turn): Promise<Value> {
    try {
      const value = await loader.load(turn);
      values.set(key, value, { ttl: ttlMs(value) });
      return value;
    } finally {
      turn();
      races.delete(key);
    }
  }

  /** Callers wait in their own queues: one who waits long must not delay the others. */
  async function load(key: string, race: Race<Value>, loader: Loader<Value>): Promise<Value> {
    race.waiting += 1;
    try {
      const turn = await loader.acquire(race.begun.signal);
      if (race.loading) {
        turn({ isTypical: false });
      } else {
        race.loading = loadAndKeep(key, loader, turn);
        race.begun.abort();
      }
      return race.loading;
    } catch (refused) {
      if (race.loading) return race.loading;
      throw refused;
    } finally {
      race.waiting -= 1;
      if (race.waiting === 0 && !race.loading) races.delete(key);
    }
  }

  return async (key, loader) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const race = raceFor(key);
    return race.loading ?? load(key, race, loader);
  };
}
