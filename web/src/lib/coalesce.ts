export interface Coalesced {
  request: () => void;
  cancel: () => void;
}

/** Does the work once for everything that asked within `withinMs`: a burst of events costs one answer. */
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
