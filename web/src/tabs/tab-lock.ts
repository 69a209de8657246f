const leaseMs = 6_000;
const pollMs = 1_000;

/**
 * Runs the work while no other tab of this browser runs work with the same name. When a tab closes or crashes, the next
 * one continues. If the signal aborts first, the work does not run.
 */
export async function withTabLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  // Browsers offer locks only to secure pages. On plain http from another machine, a lease replaces them.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return withLease(name, signal, work);
  try {
    await locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A lease in local storage, renewed while the work runs. */
async function withLease(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const owner = String(Math.random());
  while (!takeLease(name, owner)) {
    await pause(pollMs);
    if (signal.aborted) return;
  }
  const renewing = setInterval(() => takeLease(name, owner), pollMs);
  const release = () => {
    clearInterval(renewing);
    if (readLease(name)?.owner === owner) store(() => localStorage.removeItem(name));
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    await work();
  } finally {
    signal.removeEventListener('abort', release);
    release();
  }
}

function takeLease(name: string, owner: string): boolean {
  const held = readLease(name);
  if (held && held.owner !== owner && held.untilMs > Date.now()) return false;
  store(() => localStorage.setItem(name, JSON.stringify({ owner, untilMs: Date.now() + leaseMs })));
  return true;
}

function readLease(name: string): { owner: string; untilMs: number } | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as { owner: string; untilMs: number } | null;
  } catch {
    return null;
  }
}

function store(write: () => void): void {
  try {
    write();
  } catch {
    // Without storage every tab runs the work. The server deduplicates repeated messages.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
