import { untouched } from './errors.ts';

interface FairQueueOptions {
  /** How many requests are served at once. */
  readonly concurrency: number;
  /** Maximum number of waiting requests, over all groups. */
  readonly maxWaiting: number;
  /** Maximum wait of a request. One that would wait much longer is refused at once. */
  readonly maxWaitMs: number;
  /** Assumed duration of a turn, until one has been measured. */
  readonly expectedTurnMs: number;
}

export interface Waiter {
  /** Groups take turns, so that a crowd in one does not delay the others. */
  readonly group: string;
  /** Aborted when the client no longer waits for the answer; a turn that has not begun by then is dropped. */
  readonly signal?: AbortSignal | undefined;
}

interface TurnEnd {
  /** Whether its duration is typical and counts towards the average. */
  readonly isTypical?: boolean;
}

interface Entry {
  readonly start: () => void;
  readonly refuse: (retryAfterMs: number) => void;
}

/** Serves a few requests at a time; the others wait for their turn, bounded in number and time. */
export function createFairQueue({ concurrency, maxWaiting, maxWaitMs, expectedTurnMs }: FairQueueOptions) {
  const turns = createTurns();
  let isClosed = false;
  let running = 0;
  let turnMs = expectedTurnMs;

  const waitMsOf = (position: number) => ((running + position) * turnMs) / concurrency;
  /** By then half of the queue has been served, so that a repeated request finds room. */
  const retryAfterMs = () => waitMsOf(turns.count()) / 2;

  /** In a full queue, the last request of the largest group gives way to one of a smaller group. */
  function makeRoom(group: string): boolean {
    if (turns.count() < maxWaiting) return true;
    const longest = turns.longest();
    if (longest.length <= turns.lengthOf(group) + 1) return false;
    turns.last(longest.group)?.refuse(retryAfterMs());
    return true;
  }

  async function waitForTurn(waiter: Waiter): Promise<void> {
    const isHopeless = waitMsOf(turns.positionAtEndOf(waiter.group)) > maxWaitMs * hopelessAt;
    if (isHopeless || !makeRoom(waiter.group)) throw refusal(retryAfterMs());
    await waitInQueue(turns, waiter, { maxWaitMs, retryAfterMs });
  }

  function startTurn() {
    const startedAt = performance.now();
    return ({ isTypical = true }: TurnEnd = {}) => {
      if (isTypical) turnMs += (performance.now() - startedAt - turnMs) * newestShare;
      const next = turns.first();
      if (next) next.start();
      else running -= 1;
    };
  }

  return {
    /**
     * Resolves when it is this request's turn, with a function that ends the turn. Rejects with `unavailable` and
     * `Retry-After` when the queue is full or the wait would be too long.
     */
    acquire: async (waiter: Waiter): Promise<(end?: TurnEnd) => void> => {
      if (isClosed || waiter.signal?.aborted === true) throw refusal(0);
      // A turn that ends starts the next one itself, so `running` does not change in between.
      if (running >= concurrency) await waitForTurn(waiter);
      else running += 1;
      return startTurn();
    },
    /** How many requests are waiting or being served. */
    depth: () => running + turns.count(),
    /** Refuses all waiting and new requests. Turns that have begun continue. */
    close: () => {
      isClosed = true;
      turns.refuseAll(0);
    },
    /** Refuses all waiting requests because a resource they need is unavailable. */
    refuseWaiting: () => turns.refuseAll(retryAfterMs()),
  };
}

/**
 * Turns take longer during a burst than after it, so the estimate is pessimistic. Requests up to this multiple of the
 * maximum wait are still queued.
 */
const hopelessAt = 3;
/** Weight of the newest turn in the moving average of their duration. */
const newestShare = 0.1;

const refusal = (retryAfterMs: number) => untouched(Math.max(1, Math.ceil(retryAfterMs / 1000)));

interface WaitLimits {
  readonly maxWaitMs: number;
  readonly retryAfterMs: () => number;
}

/** Resolves on the request's turn; rejects when it is aborted, refused, or has waited too long. */
function waitInQueue(turns: Turns, { group, signal }: Waiter, { maxWaitMs, retryAfterMs }: WaitLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      turns.remove(group, entry);
    };
    const refuse = (afterMs: number) => {
      leave();
      reject(refusal(afterMs));
    };
    const abort = () => refuse(0);
    const timer = setTimeout(() => refuse(retryAfterMs()), maxWaitMs);
    const start = () => {
      leave();
      resolve();
    };
    const entry: Entry = { start, refuse };
    signal?.addEventListener('abort', abort);
    turns.add(group, entry);
  });
}

type Turns = ReturnType<typeof createTurns>;

/** Waiting requests by group. Groups take turns (round robin); within a group, first come, first served. */
function createTurns() {
  /** In the order of their turns. Empty groups are removed. */
  const entriesByGroup = new Map<string, Entry[]>();
  let count = 0;

  return {
    count: () => count,
    lengthOf: (group: string) => entriesByGroup.get(group)?.length ?? 0,
    last: (group: string) => entriesByGroup.get(group)?.at(-1),
    longest: () => {
      let longest = { group: '', length: 0 };
      for (const [group, { length }] of entriesByGroup) if (length > longest.length) longest = { group, length };
      return longest;
    },
    /** How many requests are served before one that is added to this group now. */
    positionAtEndOf: (group: string) => {
      const own = entriesByGroup.get(group)?.length ?? 0;
      let position = own;
      for (const [other, { length }] of entriesByGroup) if (other !== group) position += Math.min(length, own + 1);
      return position;
    },
    add: (group: string, entry: Entry) => {
      const entries = entriesByGroup.get(group);
      if (entries) entries.push(entry);
      else entriesByGroup.set(group, [entry]);
      count += 1;
    },
    remove: (group: string, entry: Entry) => {
      const entries = entriesByGroup.get(group);
      const at = entries?.indexOf(entry) ?? -1;
      if (!entries || at < 0) return;
      entries.splice(at, 1);
      count -= 1;
      if (entries.length === 0) entriesByGroup.delete(group);
    },
    refuseAll: (afterMs: number) => {
      for (const entry of [...entriesByGroup.values()].flat()) entry.refuse(afterMs);
    },
    /** The next request; its group moves to the end. */
    first: () => {
      for (const [group, entries] of entriesByGroup) {
        entriesByGroup.delete(group);
        entriesByGroup.set(group, entries);
        return entries[0];
      }
      return undefined;
    },
  };
}
