/** Delayed work, keyed by name. */
export function createTimers(run: (work: () => Promise<unknown>) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;
  const cancel = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    later: (name: string, ms: number, work: () => Promise<unknown>) => {
      cancel(name);
      if (isClosed) return;
      const timer = setTimeout(() => {
        timers.delete(name);
        run(work);
      }, ms);
      timers.set(name, timer.unref());
    },
    /** Cancels all of it; what is started later is ignored. */
    close: () => {
      isClosed = true;
      for (const name of timers.keys()) cancel(name);
    },
  };
}
