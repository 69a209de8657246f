type Grant = (lock: { name: string } | null) => Promise<void> | undefined;

/** A fake for Web Locks, which the test environment lacks. Returns a disposer. */
export function standInForLocks(): () => void {
  const held = new Map<string, Promise<void>>();
  const request = async (name: string, ...rest: [Grant] | [{ ifAvailable: true }, Grant]) => {
    const grant = rest.length === 1 ? rest[0] : rest[1];
    // As in browsers, a lock is never granted synchronously.
    await Promise.resolve();
    if (rest.length === 2 && held.has(name)) return grant(null);
    while (held.has(name)) await held.get(name);
    const work = Promise.resolve(grant({ name }));
    held.set(name, work);
    await work;
    held.delete(name);
    return undefined;
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } });
  return () => Reflect.deleteProperty(navigator, 'locks');
}
