/** Messages per millisecond below which batches are not worth waiting for. */
const steadyRate = 0.3;
const maxWindowMs = 4;
/** The rate follows a change of load within this time. */
const rateOverMs = 50;

/**
 * How far apart batches start. A statement and its flush to disk cost about as much for ten messages as for one, so under
 * steady load it pays to gather some; the first message after a pause never waits.
 */
export function createGatherWindow(now: () => number = () => performance.now()) {
  /** Messages per millisecond, smoothed. */
  let rate = 0;
  let startedAt = 0;

  return {
    /** How many milliseconds the next batch should still wait. Not positive: it should start at once. */
    remainingMs: () => (rate < steadyRate ? 0 : startedAt + Math.min(maxWindowMs, 1 + 2 * rate) - now()),

    /** Called at the start of each batch. */
    start: (size: number) => {
      const elapsedMs = Math.max(now() - startedAt, 0.1);
      rate += (size / elapsedMs - rate) * Math.min(1, elapsedMs / rateOverMs);
      startedAt = now();
    },
  };
}
