/** Marks something as being done by this tab, until it is released or the tab ends, in whatever way. Returns how to release. */
export function holdInTab(name: string): () => void {
  const locks: LockManager | undefined = navigator.locks;
  const { held, release } = aHold();
  locks?.request(name, () => held).catch(() => {});
  return release;
}

/** The same, if no tab has it. Null: another one does; or, where browsers give no locks, may. */
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

/** Whether any tab has it. Where browsers give no locks nobody can know, and it is better not to interfere: true. */
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
