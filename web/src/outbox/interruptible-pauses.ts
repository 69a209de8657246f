/** Pauses that can be ended together, when their reason may no longer exist. */
export function createPauses() {
  const running = new Map<() => void, { isFirm: boolean }>();
  return {
    /** The server asked for a firm pause, so only `endAll` ends it early. */
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
