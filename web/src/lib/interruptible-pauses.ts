/** Pauses that can be cut short together: what they wait for may have come already. */
export function createPauses() {
  const running = new Map<() => void, { isFirm: boolean }>();
  return {
    /** A firm pause is not cut short by anything but the end: the server asked for it. */
    pause: (ms: number, kind: { isFirm: boolean }) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          running.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        running.set(end, kind);
      }),
    cutShort: () => {
      for (const [end, { isFirm }] of running) if (!isFirm) end();
    },
    endAll: () => {
      for (const end of running.keys()) end();
    },
  };
}
