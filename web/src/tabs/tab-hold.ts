/** Holds a lock until it is released or the tab closes or crashes. Returns a function that releases it. */
export function holdInTab(name: string): () => void {
  const locks: LockManager | undefined = navigator.locks;
  const { held, release } = aHold();
  locks?.request(name, () => held).catch(() => {});
  return release;
}

/** Takes the lock if no tab holds it. Null if another tab does, or if the browser has no locks and one might. */
export async function claimInTab(name: string): Promise<(() => void) | null> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return null;
  const { held, release } = aHold();
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock ? release : null);
      return lock ? held : undefined;
    };
    locks.request(name, { ifAvailable: true }, take).catch(() => resolve(null));
  });
}

/** Whether any tab holds the lock. True in browsers without locks, because not interfering is safer. */
export async function isHeldInTab(name: string): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}

function aHold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
