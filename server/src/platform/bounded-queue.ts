import { unavailable } from './errors.ts';

/**
 * Runs at most `concurrency` jobs at once and queues at most `queueLimit`. Further jobs are rejected as unavailable.
 */
export function createBoundedQueue({ concurrency, queueLimit }: { concurrency: number; queueLimit: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enqueue<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running >= concurrency) {
      if (waiting.length >= queueLimit) throw unavailable();
      // A finished job hands its slot to the next one, so `running` does not change in between.
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
  /** How many jobs are queued or running. */
  const depth = () => running + waiting.length;
  return Object.assign(enqueue, { depth });
}
