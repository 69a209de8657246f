import { currentContext, runInContext } from './async-context.ts';
import { unavailable } from './errors.ts';

type Deadline = ReturnType<typeof createDeadline>;

/** Runs work that must commit within `ms`. After that the caller gets 'unavailable' and the work is rolled back. */
export function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const { requestId } = currentContext();
  return raceDeadline(ms, (deadline) => runInContext({ requestId, deadline }, work));
}

/** Detaches work from the deadline of the request that started it, since no caller waits for it. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return runInContext({ requestId: currentContext().requestId, deadline: undefined }, work);
}

/** Pauses the request's deadline during work that has its own time limit, such as waiting in a queue. */
export async function pauseDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  const resume = currentContext().deadline?.pause();
  try {
    return await work();
  } finally {
    resume?.();
  }
}

/** Throws 'unavailable' once the deadline has passed, because the caller has already received an answer. */
export function assertWithinDeadline(): void {
  if (currentContext().deadline?.hasExpired() === true) throw unavailable();
}

/** Rejects with 'unavailable' after `ms`. The work itself is not cancelled. */
export function withTimeout<Result>(ms: number, work: PromiseLike<Result>): Promise<Result> {
  return raceDeadline(ms, () => work);
}

/** Every request passes through here twice, so this is one promise instead of the several of `Promise.race`. */
function raceDeadline<Result>(ms: number, start: (deadline: Deadline) => PromiseLike<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const deadline = createDeadline(ms, () => reject(unavailable()));
    start(deadline).then(
      (result) => {
        deadline.stop();
        return resolve(result);
      },
      (error: unknown) => {
        deadline.stop();
        return reject(error);
      },
    );
  });
}

function createDeadline(ms: number, onExpired: () => void) {
  let endsAt = Date.now() + ms;
  let pauses = 0;
  let pausedAt = 0;
  let hasStopped = false;
  let timer = setTimeout(onExpired, ms);
  return {
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
        if (!hasStopped) timer = setTimeout(onExpired, endsAt - Date.now());
      };
    },
  };
}
