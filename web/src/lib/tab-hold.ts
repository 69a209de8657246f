/** Marks something as being done by this tab, until it is released or the tab ends, in whatever way. Returns how to release. */
export function holdInTab(name: string): () => void {
  const locks: LockManager | undefined = navigator.locks;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks?.request(name, { mode: 'shared' }, () => held).catch(() => {});
  return release;
}

/** Whether any tab has it. Where browsers give no locks nobody can know, and it is better not to interfere: true. */
export async function isHeldInTab(name: string): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name);
}
