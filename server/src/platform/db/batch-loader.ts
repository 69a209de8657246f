import { unavailable } from '../errors.ts';
import { detached } from '../request-context.ts';
import { withTimeout, withoutDeadline } from '../deadline.ts';

const maxWaiting = 10_000;
/** One hanging connection must not block all callers. */
const loadTimeoutMs = 2000;

interface Waiting<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks values up by key. Keys requested in one turn of the event loop, or while the previous query is
 * running, share one query. Nothing is cached.
 */
export function createBatchLoader<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  { maxBatchSize = 500 }: { maxBatchSize?: number } = {},
) {
  let waiting: Waiting<Key, Found>[] = [];
  let isLoading = false;

  async function load(batch: readonly Waiting<Key, Found>[]) {
    try {
      const found = await withTimeout(loadTimeoutMs, find([...new Set(batch.map(({ key }) => key))]));
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain() {
    if (isLoading) return;
    isLoading = true;
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      await load(batch);
    }
    isLoading = false;
  }

  return (key: Key): Promise<Found | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(unavailable());
      waiting.push({ key, resolve, reject });
      // A batch belongs to no single caller: the first caller's deadline must not end the others' lookups.
      void detached(() => withoutDeadline(drain));
      return undefined;
    });
}
