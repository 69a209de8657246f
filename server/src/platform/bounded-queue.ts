import { unavailable } from './errors.ts';

/** Runs at most `concurrency` jobs at once and lets at most `queueLimit` wait; one more is refused as unavailable. */
export function createBoundedQueue({ concurrency, queueLimit }: { concurrency: number; queueLimit: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enqueue<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw unavailable();
      // The one who leaves hands its place over, so `running` does not change in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  /** How many jobs wait or are under way. */
  const depth = () => running + waiting.length;
  return Object.assign(enqueue, { depth });
}
