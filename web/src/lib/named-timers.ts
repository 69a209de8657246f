/** Timers by name. Starting a timer replaces the one with the same name. */
export function createNamedTimers() {
  const running = new Map<string, ReturnType<typeof setTimeout>>();
  const stop = (...names: string[]) => {
    for (const name of names) {
      clearTimeout(running.get(name));
      running.delete(name);
    }
  };
  return {
    stop,
    stopAll: () => stop(...running.keys()),
    start: (name: string, ms: number, act: () => void) => {
      stop(name);
      running.set(name, setTimeout(act, ms));
    },
  };
}
