/** Lets the browser ask before the page is left. Returns how to stop. */
export function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}

export type UnloadGuard = ReturnType<typeof createUnloadGuard>;

/** Lets the browser ask while anything would be lost with the page. */
export function createUnloadGuard() {
  const atRisk = new Set<string>();
  let stop: (() => void) | null = null;
  const update = () => {
    if (atRisk.size > 0) stop ??= warnBeforeLeaving();
    else {
      stop?.();
      stop = null;
    }
  };
  return {
    add: (id: string) => {
      atRisk.add(id);
      update();
    },
    remove: (id: string) => {
      atRisk.delete(id);
      update();
    },
    clear: () => {
      atRisk.clear();
      update();
    },
  };
}
