import { untouched } from './errors.ts';

interface FairQueueOptions {
  /** How many have their turn at once. */
  readonly concurrency: number;
  /** How many wait at most, over all groups. */
  readonly waitingMax: number;
  /** How long one waits at most. Whoever would wait much longer is refused at once. */
  readonly patienceMs: number;
  /** How long a turn takes, until it is known. */
  readonly usualTurnMs: number;
}

/** Who waits. */
export interface Waiter {
  /** Groups take turns: a crowd in one does not hold up the others. */
  readonly group: string;
  /** Aborted when nobody waits for the answer any more; a turn that has not begun by then is dropped. */
  readonly signal?: AbortSignal | undefined;
}

interface TurnEnd {
  /** Whether its time says how long others will take. */
  readonly isUsual?: boolean;
}

interface Entry {
  readonly start: () => void;
  readonly refuse: (retryAfterMs: number) => void;
}

/** Lets a few at a time have their turn and the others wait for it, within bounds of number and time. */
export function createFairQueue({ concurrency, waitingMax, patienceMs, usualTurnMs }: FairQueueOptions) {
  const turns = createTurns();
  let isClosed = false;
  let running = 0;
  let turnMs = usualTurnMs;

  const waitMsOf = (position: number) => ((running + position) * turnMs) / concurrency;
  /** By then half of what waits now is done: whoever comes again finds room. */
  const retryAfterMs = () => waitMsOf(turns.count()) / 2;

  function refuseWaiting(afterMs: number) {
    for (let next = turns.first(); next; next = turns.first()) next.refuse(afterMs);
  }

  /** The one who is last in the longest line gives way to somebody from a shorter one. */
  function makeRoom(group: string): boolean {
    if (turns.count() < waitingMax) return true;
    const longest = turns.longest();
    if (longest.length <= turns.lengthOf(group) + 1) return false;
    turns.last(longest.group)?.refuse(retryAfterMs());
    return true;
  }

  async function waitForTurn(waiter: Waiter): Promise<void> {
    const isHopeless = waitMsOf(turns.positionAtEndOf(waiter.group)) > patienceMs * hopelessAt;
    if (isHopeless || !makeRoom(waiter.group)) throw refusal(retryAfterMs());
    await waitIn(turns, waiter, { patienceMs, retryAfterMs });
  }

  function createPlace() {
    const startedAt = performance.now();
    return ({ isUsual = true }: TurnEnd = {}) => {
      if (isUsual) turnMs += (performance.now() - startedAt - turnMs) * newestShare;
      const next = turns.first();
      if (next) next.start();
      else running -= 1;
    };
  }

  return {
    /**
     * Resolves when it is their turn, with how to end it. Rejects as unavailable, with the seconds after which to try again,
     * when there is no room or no time.
     */
    enter: async (waiter: Waiter): Promise<(end?: TurnEnd) => void> => {
      if (isClosed || waiter.signal?.aborted === true) throw refusal(0);
      // Whoever finishes hands their place over, so `running` does not change in between.
      if (running >= concurrency) await waitForTurn(waiter);
      else running += 1;
      return createPlace();
    },
    /** How many wait or have their turn. */
    depth: () => running + turns.count(),
    /** Refuses those who wait, and everybody who comes. Turns that have begun go on. */
    close: () => {
      isClosed = true;
      refuseWaiting(0);
    },
    /** Refuses those who wait: what their turns need is away. */
    refuseWaiting: () => refuseWaiting(retryAfterMs()),
  };
}

/** While a crowd arrives turns take longer than later, so those that might make it are let in. */
const hopelessAt = 1.5;
/** Of the newest turn in the time that one is taken to need. */
const newestShare = 0.1;

const refusal = (retryAfterMs: number) => untouched(Math.max(1, Math.ceil(retryAfterMs / 1000)));

interface Patience {
  readonly patienceMs: number;
  readonly retryAfterMs: () => number;
}

/** Resolves when it is their turn; rejects when they hang up, are refused, or have waited too long. */
function waitIn(turns: Turns, { group, signal }: Waiter, { patienceMs, retryAfterMs }: Patience): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', goAway);
      turns.remove(group, entry);
    };
    const refuse = (afterMs: number) => {
      leave();
      reject(refusal(afterMs));
    };
    const goAway = () => refuse(0);
    const timer = setTimeout(() => refuse(retryAfterMs()), patienceMs);
    const start = () => {
      leave();
      resolve();
    };
    const entry: Entry = { start, refuse };
    signal?.addEventListener('abort', goAway);
    turns.add(group, entry);
  });
}

type Turns = ReturnType<typeof createTurns>;

/** What waits, by group. Groups take turns; in each, whoever came first is first. */
function createTurns() {
  /** In the order of their turns. A group that has nothing left is not kept. */
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
    /** How many go before somebody who joins this group now. */
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
    /** Whose turn it is; their group comes last from now on. */
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
