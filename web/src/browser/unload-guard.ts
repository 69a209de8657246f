/** Makes the browser ask before the person leaves the page. Returns a disposer. */
export function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}

export type UnloadGuard = ReturnType<typeof createUnloadGuard>;

/** Makes the browser ask while data would be lost with the page. */
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
