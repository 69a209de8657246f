import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

const deadlines = new AsyncLocalStorage<number>();

/** Runs work that must have committed within `ms`; afterwards the caller gets 'unavailable' and the work is rolled back. */
export function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return within(ms, deadlines.run(Date.now() + ms, work));
}

/** Detaches work from the deadline of the request that started it: no caller waits for it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return deadlines.exit(work);
}

/** Throws 'unavailable' once the deadline has passed: the caller has already been answered. */
export function assertWithinDeadline(): void {
  const deadline = deadlines.getStore();
  if (deadline !== undefined && Date.now() > deadline) throw unavailable();
}

/** Rejects with 'unavailable' after `ms`. The work itself is not cancelled. */
export async function within<Result>(ms: number, work: PromiseLike<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
