/** Delayed work, keyed by name. */
export function createTimers(run: (work: () => Promise<unknown>) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  const cancel = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    later: (name: string, ms: number, work: () => Promise<unknown>) => {
      cancel(name);
      const timer = setTimeout(() => {
        timers.delete(name);
        run(work);
      }, ms);
      timers.set(name, timer.unref());
    },
    cancelAll: () => {
      for (const name of timers.keys()) cancel(name);
    },
  };
}
