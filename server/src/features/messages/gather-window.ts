/** With fewer messages per millisecond, a batch would hardly ever gather a second one. */
const minRatePerMs = 0.8;
const maxWindowMs = 4;
/** The measured rate follows a change of load within this time. */
const smoothingMs = 50;

/**
 * How far apart batches start. A statement and its flush to disk cost about as much for ten messages as for one, so under
 * steady load it pays to gather some; the first message after a pause never waits.
 */
export function createGatherWindow(now: () => number = () => performance.now()) {
  let ratePerMs = 0;
  let startedAt = 0;

  return {
    /** How many milliseconds the next batch should still wait. Not positive: it should start at once. */
    remainingMs: () => (ratePerMs < minRatePerMs ? 0 : startedAt + Math.min(maxWindowMs, 1 + 2 * ratePerMs) - now()),

    /** Called at the start of each batch. */
    start: (size: number) => {
      const elapsedMs = Math.max(now() - startedAt, 0.1);
      ratePerMs += (size / elapsedMs - ratePerMs) * Math.min(1, elapsedMs / smoothingMs);
      startedAt = now();
    },
  };
}
