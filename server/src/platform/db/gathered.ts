import { unavailable } from '../errors.ts';
import { forNobody } from '../request-context.ts';
import { within, withoutDeadline } from '../deadline.ts';

const waitingMax = 10_000;
/** One connection that hangs must not make everybody wait for it. */
const answerWithinMs = 2000;

interface Waiting<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks things up by key, and the more are asked for at once, the fewer questions reach the database: what is asked for in
 * one turn of the loop, or while the question before is under way, goes together. Nothing is remembered.
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
      // A question is nobody's in particular: the first one's deadline must not end the others.
      void forNobody(() => withoutDeadline(drain));
      return undefined;
    });
}
