import { unavailable } from '../errors.ts';
import { forNobody } from '../request-context.ts';
import { within, withoutDeadline } from '../deadline.ts';

const waitingMax = 10_000;
/** One hanging connection must not block all callers. */
const answerWithinMs = 2000;

interface Waiting<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batched loader: looks values up by key. Keys requested in one turn of the event loop, or while the previous query is
 * running, share one query. Nothing is cached.
 */
export function gathered<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  { atOnceMax = 500 }: { atOnceMax?: number } = {},
) {
  let waiting: Waiting<Key, Found>[] = [];
  let isAsking = false;

  async function answer(asked: readonly Waiting<Key, Found>[]) {
    try {
      const found = await within(answerWithinMs, find([...new Set(asked.map(({ key }) => key))]));
      for (const { key, resolve } of asked) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  async function drain() {
    if (isAsking) return;
    isAsking = true;
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const asked = waiting.slice(0, atOnceMax);
      waiting = waiting.slice(atOnceMax);
      await answer(asked);
    }
    isAsking = false;
  }

  return (key: Key): Promise<Found | null> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) return reject(unavailable());
      waiting.push({ key, resolve, reject });
      // A batch belongs to no single caller: the first caller's deadline must not end the others' lookups.
      void forNobody(() => withoutDeadline(drain));
      return undefined;
    });
}
