export interface Coalesced {
  request: () => void;
  cancel: () => void;
}

/** Runs the work once for all requests within `withinMs`, so that a burst of events costs one run. */
export function coalesce(work: () => void, withinMs: number): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    request: () => {
      timer ??= setTimeout(() => {
        timer = null;
        work();
      }, withinMs);
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
