interface RememberedOptions<Value> {
  /** How much all answers together may weigh; the one that was not asked for the longest goes first. */
  readonly maxWeight: number;
  readonly weigh: (value: Value) => number;
  readonly lifetimeMs: (value: Value) => number;
  readonly now?: () => number;
}

/** The answer under this key: a remembered one, one that is being found out for somebody else, or a new one. */
export type Remembered<Value> = (key: string, findOut: () => Promise<Value>) => Promise<Value>;

/** Finds things out once. What fails is not remembered: whoever asks next tries again. */
export function createRemembered<Value>({
  maxWeight,
  weigh,
  lifetimeMs,
  now = Date.now,
}: RememberedOptions<Value>): Remembered<Value> {
  // A map keeps the order in which keys came; asking for one brings it to the end.
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
