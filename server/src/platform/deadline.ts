import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

type Deadline = ReturnType<typeof createDeadline>;

const deadlines = new AsyncLocalStorage<Deadline | undefined>();

/** Runs work that must commit within `ms`. After that the caller gets 'unavailable' and the work is rolled back. */
export async function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = createDeadline(ms);
  try {
    return await Promise.race([deadlines.run(deadline, work), deadline.expired]);
  } finally {
    deadline.stop();
  }
}

/** Detaches work from the deadline of the request that started it, since no caller waits for it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return deadlines.run(undefined, work);
}

/** Pauses the request's deadline during work that has its own time limit, such as waiting in a queue. */
export async function pauseDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const resume = deadlines.getStore()?.pause();
  try {
    return await work();
  } finally {
    resume?.();
  }
}

/** Throws 'unavailable' once the deadline has passed, because the caller has already received an answer. */
export function assertWithinDeadline(): void {
  if (deadlines.getStore()?.hasExpired() === true) throw unavailable();
}

/** Rejects with 'unavailable' after `ms`. The work itself is not cancelled. */
export async function withTimeout<Result>(ms: number, work: PromiseLike<Result>): Promise<Result> {
  const deadline = createDeadline(ms);
  try {
    return await Promise.race([work, deadline.expired]);
  } finally {
    deadline.stop();
  }
}

function createDeadline(ms: number) {
  let endsAt = Date.now() + ms;
  let pauses = 0;
  let pausedAt = 0;
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let expire = () => {};
  const expired = new Promise<never>((_, reject) => {
    expire = () => reject(unavailable());
  });
  const run = () => {
    timer = setTimeout(expire, endsAt - Date.now());
  };
  run();
  return {
    expired,
    hasExpired: () => pauses === 0 && Date.now() > endsAt,
    stop: () => {
      hasStopped = true;
      clearTimeout(timer);
    },
    /** Returns the function that resumes the clock. */
    pause: () => {
      if (pauses === 0) {
        clearTimeout(timer);
        pausedAt = Date.now();
      }
      pauses += 1;
      return () => {
        pauses -= 1;
        if (pauses > 0) return;
        endsAt += Date.now() - pausedAt;
        if (!hasStopped) run();
      };
    },
  };
}
