interface RememberedOptions<Value> {
  /** Maximum total weight of all values; the least recently used one is evicted first. */
  readonly maxWeight: number;
  readonly weigh: (value: Value) => number;
  readonly lifetimeMs: (value: Value) => number;
  readonly now?: () => number;
}

/** Returns the value of this key: a cached one, one that is being computed for another caller, or a new one. */
export type Remembered<Value> = (key: string, findOut: () => Promise<Value>) => Promise<Value>;

/** An LRU cache that computes each value once. Failures are not cached: the next caller tries again. */
export function createRemembered<Value>({
  maxWeight,
  weigh,
  lifetimeMs,
  now = Date.now,
}: RememberedOptions<Value>): Remembered<Value> {
  // A map keeps insertion order; reading a key moves it to the end.
  const known = new Map<string, { value: Value; weight: number; endsAt: number }>();
  const underWay = new Map<string, Promise<Value>>();
  let weight = 0;

  function forget(key: string) {
    weight -= known.get(key)?.weight ?? 0;
    known.delete(key);
  }

  function remember(key: string, value: Value) {
    forget(key);
    const entry = { value, weight: weigh(value), endsAt: now() + lifetimeMs(value) };
    if (entry.weight > maxWeight) return;
    known.set(key, entry);
    weight += entry.weight;
    for (const oldest of known.keys()) {
      if (weight <= maxWeight) break;
      forget(oldest);
    }
  }

  return async (key, findOut) => {
    const entry = known.get(key);
    if (entry && entry.endsAt > now()) {
      known.delete(key);
      known.set(key, entry);
      return entry.value;
    }
    const shared = underWay.get(key);
    if (shared) return shared;
    const finding = findOut().then((value) => {
      remember(key, value);
      return value;
    });
    underWay.set(key, finding);
    try {
      return await finding;
    } finally {
      underWay.delete(key);
    }
  };
}
