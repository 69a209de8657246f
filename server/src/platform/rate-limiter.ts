import { rateLimited } from './errors.ts';

/** At most `limit` in `windowMs`. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts what people do. Keys say what is counted and for whom. */
export interface RateLimiter {
  /** Counts one and returns 0, or returns how many milliseconds to wait and counts nothing. */
  take: (key: string, rule: RateRule) => Promise<number>;
  /** Takes back what was counted: the attempt turned out to be harmless. */
  forgive: (key: string) => Promise<void>;
}

/** Counts one against the rule, or refuses with the seconds left. */
export async function spend(limiter: RateLimiter, key: string, rule: RateRule): Promise<void> {
  const waitMs = await limiter.take(key, rule);
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Never says no: for load tests. */
export const unlimited: RateLimiter = { take: async () => 0, forgive: async () => {} };

const sweepEveryMs = 60_000;

/** Fixed windows in this process's memory. */
export function createMemoryRateLimiter(now: () => number = Date.now): RateLimiter {
  const windowByKey = new Map<string, { taken: number; endsAt: number }>();
  let sweptAt = now();

  function sweep() {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    for (const [key, window] of windowByKey) if (window.endsAt <= now()) windowByKey.delete(key);
  }

  return {
    take: async (key, { limit, windowMs }) => {
      sweep();
      const known = windowByKey.get(key);
      const window = known && known.endsAt > now() ? known : { taken: 0, endsAt: now() + windowMs };
      if (window.taken >= limit) return window.endsAt - now();
      window.taken += 1;
      windowByKey.set(key, window);
      return 0;
    },
    forgive: async (key) => {
      const window = windowByKey.get(key);
      if (window && window.taken > 0) window.taken -= 1;
    },
  };
}
