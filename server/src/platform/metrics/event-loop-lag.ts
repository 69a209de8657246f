import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
const quantiles = [0.5, 0.99, 1];

/** How late the event loop was since the last look. */
export function watchEventLoop() {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return {
    /** The timer's own interval is in every measurement; what is over it is lateness. */
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
