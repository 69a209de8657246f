import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
const quantiles = [0.5, 0.99, 1];

/** Measures how late the event loop was since the last reading. */
export function watchEventLoop() {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return {
    /** Every measurement includes the timer's own interval; the rest is lag. */
    takeSeconds: (): { quantile: number; seconds: number }[] => {
      const taken = quantiles.map((quantile) => {
        const ms = delays.count === 0 ? 0 : delays.percentile(quantile * 100) / 1e6 - resolutionMs;
        return { quantile, seconds: Math.max(0, ms) / 1000 };
      });
      delays.reset();
      return taken;
    },
    close: () => {
      delays.disable();
    },
  };
}
