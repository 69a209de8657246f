import type { CallerKey } from './call-rates.ts';
import { rateLimited } from './errors.ts';

interface CallerTurnsOptions {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * How much one caller has served at once. Further requests wait for their turn, and are refused when there are too many or
 * it takes too long: a crowd of one person delays only that person.
 */
export function createCallerTurns({ atOnce, maxWaiting, maxWaitMs }: CallerTurnsOptions) {
  const queues = new Map<CallerKey, Queue>();

  function endTurn(caller: CallerKey, queue: Queue) {
    const next = queue.waiting.shift();
    if (next) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(caller);
    return undefined;
  }

  /** Takes over the turn of the one that ends next. */
  const waitForTurn = ({ waiting }: Queue) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(rateLimited(maxWaitMs));
      }, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });

  /** Resolves when it is the request's turn, with the function that ends it. */
  return async function takeTurn(caller: CallerKey): Promise<() => void> {
    const queue = queues.get(caller) ?? { running: 0, waiting: [] };
    queues.set(caller, queue);
    if (queue.running < atOnce) queue.running += 1;
    else if (queue.waiting.length < maxWaiting) await waitForTurn(queue);
    else throw rateLimited(maxWaitMs);
    return () => endTurn(caller, queue);
  };
}
