import { rateLimited } from './errors.ts';

/** At most `limit` in `windowMs`. */
export interface RateRule {
  readonly limit: number;
  readonly windowMs: number;
}

/** The first tries are free; each further one doubles the wait for the next. One try expires every `forgetEveryMs`. */
export interface DelayRule {
  readonly freeTries: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly forgetEveryMs: number;
}

/** Counts attempts. A key names what is counted and for whom. */
export interface RateLimiter {
  /** Counts one and returns 0, or returns how many milliseconds to wait and counts nothing. */
  take: (key: string, rule: RateRule) => Promise<number> | number;
  /** Takes back one count: the attempt turned out to be harmless. */
  refund: (key: string) => Promise<void>;
  /** Counts a try and returns 0. During a wait, only returns the remaining milliseconds. */
  delay: (key: string, rule: DelayRule) => Promise<number>;
  /** Takes back the last try that `delay` counted, and the wait it started. */
  refundDelay: (key: string) => Promise<void>;
  /** Clears all tries that `delay` counted. */
  clearDelay: (key: string) => Promise<void>;
}

/** The number of tries after which the wait no longer grows. */
export function countedTriesMax({ freeTries, firstMs, maxMs }: DelayRule): number {
  return freeTries + Math.ceil(Math.log2(maxMs / firstMs));
}

/**
 * Counts one against the rule, or throws a rate limit error with the remaining seconds. Does not wait where the counts are
 * in memory: sending a message passes through here twice.
 */
export function consume(limiter: RateLimiter, key: string, rule: RateRule): Promise<void> | void {
  const waitMs = limiter.take(key, rule);
  if (typeof waitMs !== 'number') return waitMs.then(assertNoWait);
  assertNoWait(waitMs);
}

function assertNoWait(waitMs: number): void {
  if (waitMs > 0) throw rateLimited(waitMs);
}

/** Never refuses: for load tests. */
export const unlimited: RateLimiter = {
  take: () => 0,
  refund: async () => {},
  delay: async () => 0,
  refundDelay: async () => {},
  clearDelay: async () => {},
};

const sweepEveryMs = 60_000;

/** Fixed windows and delays in this process's memory. */
export function createMemoryRateLimiter(now: () => number = Date.now): RateLimiter {
  return { ...createWindows(now), ...createDelays(now) };
}

function createDelays(now: () => number): Pick<RateLimiter, 'delay' | 'refundDelay' | 'clearDelay'> {
  const delayByKey = new Map<string, { tries: number; lastAt: number; nextAt: number; forgottenAt: number }>();
  let sweptAt = now();

  function sweep() {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    for (const [key, { forgottenAt }] of delayByKey) if (forgottenAt <= now()) delayByKey.delete(key);
  }

  return {
    delay: async (key, rule) => {
      sweep();
      const known = delayByKey.get(key) ?? { tries: 0, lastAt: now(), nextAt: 0 };
      if (now() < known.nextAt) return known.nextAt - now();
      const forgotten = Math.floor((now() - known.lastAt) / rule.forgetEveryMs);
      const tries = Math.min(Math.max(0, known.tries - forgotten) + 1, countedTriesMax(rule));
      const waitMs = tries < rule.freeTries ? 0 : Math.min(rule.maxMs, rule.firstMs * 2 ** (tries - rule.freeTries));
      const forgottenAt = now() + waitMs + tries * rule.forgetEveryMs;
      delayByKey.set(key, { tries, lastAt: now(), nextAt: now() + waitMs, forgottenAt });
      return 0;
    },
    refundDelay: async (key) => {
      const known = delayByKey.get(key);
      if (known) delayByKey.set(key, { ...known, tries: Math.max(0, known.tries - 1), nextAt: 0 });
    },
    clearDelay: async (key) => void delayByKey.delete(key),
  };
}

function createWindows(now: () => number): Pick<RateLimiter, 'take' | 'refund'> {
  const windowByKey = new Map<string, { taken: number; endsAt: number }>();
  let sweptAt = now();

  function sweep() {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    for (const [key, window] of windowByKey) if (window.endsAt <= now()) windowByKey.delete(key);
  }

  return {
    take: (key, { limit, windowMs }) => {
      sweep();
      const known = windowByKey.get(key);
      const window = known && known.endsAt > now() ? known : { taken: 0, endsAt: now() + windowMs };
      if (window.taken >= limit) return window.endsAt - now();
      window.taken += 1;
      windowByKey.set(key, window);
      return 0;
    },
    refund: async (key) => {
      const window = windowByKey.get(key);
      if (window && window.taken > 0) window.taken -= 1;
    },
  };
}
