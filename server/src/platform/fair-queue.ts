import { untouched } from './errors.ts';

interface FairQueueOptions {
  /** How many requests are served at once. */
  readonly concurrency: number;
  /** How many of them may belong to one group. */
  readonly maxPerGroup?: number;
  /** How many of them may have the same target. */
  readonly maxPerTarget?: number;
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
  /** What the request will use, such as a remote host. A slow target keeps only its share of the turns busy. */
  readonly target?: string;
  /** Aborted when the client no longer waits for the answer; a turn that has not begun by then is dropped. */
  readonly signal?: AbortSignal | undefined;
}

interface TurnEnd {
  /** Whether its duration is typical and counts towards the average. */
  readonly isTypical?: boolean;
}

/** Ends the turn, once. */
export interface Turn {
  (end?: TurnEnd): void;
  /** The request goes on with another target. False, and nothing changes, when that target has no turn left. */
  readonly moveTo: (target: string) => boolean;
}

interface Entry {
  readonly user: User;
  readonly start: () => void;
  readonly refuse: (retryAfterMs: number) => void;
}

/** Serves a few requests at a time; the others wait for their turn, bounded in number and time. */
export function createFairQueue({ maxWaiting, maxWaitMs, expectedTurnMs, ...limits }: FairQueueOptions) {
  const turns = createTurns();
  const shares = createShares(limits);
  let isClosed = false;
  let turnMs = expectedTurnMs;

  const waitMsOf = (position: number) => ((shares.count() + position) * turnMs) / limits.concurrency;
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

  async function waitForTurn(waiter: Waiter, user: User): Promise<void> {
    const isHopeless = waitMsOf(turns.positionAtEndOf(waiter.group)) > maxWaitMs * hopelessAt;
    if (isHopeless || !makeRoom(waiter.group)) throw refusal(retryAfterMs());
    await waitInQueue(turns, { user, signal: waiter.signal, maxWaitMs, retryAfterMs });
  }

  /** Takes the shares of those who start at once, so that nobody else takes them in between. */
  function startNext() {
    while (shares.count() < limits.concurrency) {
      const next = turns.first(shares.hasRoom);
      if (!next) return;
      shares.take(next.user);
      next.start();
    }
  }

  function startTurn(user: User): Turn {
    const startedAt = performance.now();
    let hasEnded = false;
    const end = ({ isTypical = true }: TurnEnd = {}) => {
      if (hasEnded) return;
      hasEnded = true;
      if (isTypical) turnMs += (performance.now() - startedAt - turnMs) * newestShare;
      shares.release(user);
      startNext();
    };
    const moveTo = (target: string) => {
      if (hasEnded || !shares.move(user, target)) return false;
      startNext();
      return true;
    };
    return Object.assign(end, { moveTo });
  }

  return {
    /**
     * Resolves when it is this request's turn, with a function that ends the turn. Rejects with `unavailable` and
     * `Retry-After` when the queue is full or the wait would be too long.
     */
    acquire: async (waiter: Waiter): Promise<Turn> => {
      if (isClosed || waiter.signal?.aborted === true) throw refusal(0);
      const user = { group: waiter.group, target: waiter.target };
      if (shares.hasRoom(user)) shares.take(user);
      else await waitForTurn(waiter, user);
      return startTurn(user);
    },
    /** How many requests are waiting or being served. */
    depth: () => shares.count() + turns.count(),
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

interface Wait {
  readonly user: User;
  readonly signal: AbortSignal | undefined;
  readonly maxWaitMs: number;
  readonly retryAfterMs: () => number;
}

/** Resolves on the request's turn; rejects when it is aborted, refused, or has waited too long. */
function waitInQueue(turns: Turns, { user, signal, maxWaitMs, retryAfterMs }: Wait): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      turns.remove(entry);
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
    const entry: Entry = { user, start, refuse };
    signal?.addEventListener('abort', abort);
    turns.add(entry);
  });
}

/** Who uses a turn, and for what. */
interface User {
  readonly group: string;
  target: string | undefined;
}

type Limits = Pick<FairQueueOptions, 'concurrency' | 'maxPerGroup' | 'maxPerTarget'>;

/** Counts the turns in use: all, per group and per target. */
function createShares({ concurrency, maxPerGroup = Infinity, maxPerTarget = Infinity }: Limits) {
  const byGroup = new Map<string, number>();
  const byTarget = new Map<string, number>();
  let count = 0;

  const add = (counts: Map<string, number>, key: string | undefined, change: 1 | -1) => {
    if (key === undefined) return;
    const left = (counts.get(key) ?? 0) + change;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
  const isTargetFree = (target: string | undefined) =>
    target === undefined || (byTarget.get(target) ?? 0) < maxPerTarget;
  const change = ({ group, target }: User, by: 1 | -1) => {
    count += by;
    add(byGroup, group, by);
    add(byTarget, target, by);
  };

  return {
    count: () => count,
    hasRoom: ({ group, target }: User) =>
      count < concurrency && (byGroup.get(group) ?? 0) < maxPerGroup && isTargetFree(target),
    take: (user: User) => change(user, 1),
    release: (user: User) => change(user, -1),
    move: (user: User, target: string): boolean => {
      if (user.target === target) return true;
      if (!isTargetFree(target)) return false;
      add(byTarget, user.target, -1);
      user.target = target;
      add(byTarget, target, 1);
      return true;
    },
  };
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
    add: (entry: Entry) => {
      const { group } = entry.user;
      const entries = entriesByGroup.get(group);
      if (entries) entries.push(entry);
      else entriesByGroup.set(group, [entry]);
      count += 1;
    },
    remove: (entry: Entry) => {
      const { group } = entry.user;
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
    /** The next request that can start; its group moves to the end. */
    first: (canStart: (user: User) => boolean) => {
      for (const [group, entries] of entriesByGroup) {
        const entry = entries.find(({ user }) => canStart(user));
        if (!entry) continue;
        entriesByGroup.delete(group);
        entriesByGroup.set(group, entries);
        return entry;
      }
      return undefined;
    },
  };
}
