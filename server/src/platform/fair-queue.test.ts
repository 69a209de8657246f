import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from './errors.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue, and a record of the turns in the order in which they began. A turn lasts until `finish`. */
function aQueue({ concurrency = 1, maxWaiting = 100, maxWaitMs = 12_000, expectedTurnMs = 10 } = {}) {
  const queue = createFairQueue({ concurrency, maxWaiting, maxWaitMs, expectedTurnMs });
  const begun: string[] = [];
  const ends: ((end?: { isTypical: boolean }) => void)[] = [];
  const refused: { name: string; code: string; retryAfterSeconds: number | null; isUntouched: unknown }[] = [];
  const join = async (name: string, group: string, signal?: AbortSignal) => {
    try {
      ends.push(await queue.acquire({ group, signal }));
      begun.push(name);
    } catch (error) {
      const { code, retryAfterSeconds, extra } = error as AppError;
      refused.push({ name, code, retryAfterSeconds, isUntouched: extra['isUntouched'] });
    }
  };
  const joinAll = async (group: string, names: readonly string[]) => {
    for (const name of names) void join(name, group);
    await settled();
  };
  const finish = async (end?: { isTypical: boolean }) => {
    ends.shift()?.(end);
    await settled();
  };
  const finishAll = async () => {
    while (ends.length > 0) await finish();
  };
  return { queue, begun, refused, join, joinAll, finish, finishAll };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const numbers = (count: number) => Array.from({ length: count }, (_, number) => `${number}`);

describe('[SEC-201] waiting requests', () => {
  test('get their turn a few at a time, first come, first served, and by turns of networks', async () => {
    const { queue, begun, joinAll, finish, finishAll } = aQueue({ concurrency: 2 });
    await joinAll('crowd', ['a', 'b', 'c', 'd', 'e']);
    for (const name of ['ann', 'bob']) await joinAll(name, [name]);
    expect([begun, queue.depth()]).toEqual([['a', 'b'], 7]);
    await finish();
    expect(begun).toEqual(['a', 'b', 'c']);
    await finishAll();
    expect([begun, queue.depth()]).toEqual([['a', 'b', 'c', 'ann', 'bob', 'd', 'e'], 0]);
  });

  test('that are aborted leave the queue, and cost nothing any more', async () => {
    const { queue, begun, refused, join, finishAll } = aQueue();
    const leaving = new AbortController();
    void join('first', 'one');
    const left = join('leaves', 'one', leaving.signal);
    void join('stays', 'one');
    leaving.abort();
    await left;
    expect(queue.depth()).toBe(2);
    await join('gone before', 'one', leaving.signal);
    await finishAll();
    expect(begun).toEqual(['first', 'stays']);
    expect(refused).toMatchObject(['leaves', 'gone before'].map((name) => ({ name, code: 'unavailable' })));
  });

  test('that exceed the maximum wait are refused', async () => {
    const { queue, refused, joinAll } = aQueue({ maxWaitMs: 12_000 });
    await joinAll('one', ['stuck', 'waits']);
    await vi.advanceTimersByTimeAsync(11_999);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toMatchObject([{ name: 'waits', code: 'unavailable' }]);
    expect(queue.depth()).toBe(1);
  });
});

describe('[SEC-201] a queue', () => {
  test('that is too long for the maximum wait refuses at once, with a Retry-After', async () => {
    const { queue, refused, joinAll } = aQueue({ maxWaitMs: 5_000, expectedTurnMs: 1000 });
    await joinAll('one', numbers(17));
    // One is being served and 15 wait, the last of them for 15 s; half of them are done after 8 s.
    expect(queue.depth()).toBe(16);
    expect(refused).toEqual([{ name: '16', code: 'unavailable', retryAfterSeconds: 8, isUntouched: true }]);
    // A request from another network is second in line.
    await joinAll('two', ['other']);
    expect(queue.depth()).toBe(17);
  });

  test('that is closed refuses waiting and new requests, and lets running turns end', async () => {
    const { queue, begun, refused, joinAll, finishAll } = aQueue();
    await joinAll('one', ['first', 'second', 'third']);
    queue.close();
    await settled();
    await joinAll('two', ['late']);
    const refusal = { code: 'unavailable', retryAfterSeconds: 1, isUntouched: true };
    expect(begun).toEqual(['first']);
    expect(refused).toEqual(['second', 'third', 'late'].map((name) => ({ name, ...refusal })));
    await finishAll();
    expect(queue.depth()).toBe(0);
  });

  test.each([
    { title: 'measures how long a turn takes', expectedTurnMs: 10, turnMs: 5000, isTypical: true, lastServed: 3 },
    { title: 'ignores unused turns in that', expectedTurnMs: 1000, turnMs: 0, isTypical: false, lastServed: 15 },
  ])('$title', async ({ expectedTurnMs, turnMs, isTypical, lastServed }) => {
    const { refused, joinAll, finish } = aQueue({ maxWaitMs: 5_000, expectedTurnMs });
    for (let round = 0; round < 30; round += 1) {
      await joinAll('one', ['earlier']);
      await vi.advanceTimersByTimeAsync(turnMs);
      await finish({ isTypical });
    }
    await joinAll('one', numbers(lastServed + 2));
    expect(refused.map(({ name }) => name)).toEqual([`${lastServed + 1}`]);
  });

  test('that is full drops the last request of the largest group for one of a smaller group', async () => {
    const { queue, begun, refused, joinAll, finishAll } = aQueue({ maxWaiting: 4 });
    await joinAll('crowd', numbers(6));
    await joinAll('home', ['ann']);
    expect(refused.map(({ name }) => name)).toEqual(['5', '4']);
    expect(queue.depth()).toBe(5);
    await finishAll();
    expect(begun).toEqual(['0', '1', 'ann', '2', '3']);
  });
});

/**
 * A queue whose groups and targets have shares. A request is named `group target`; `begun` lists those whose turn came,
 * in that order.
 */
function aSharedQueue({ concurrency = 10, maxPerGroup = 2, maxPerTarget = 3 } = {}) {
  const limits = { maxWaiting: 100, maxWaitMs: 5000, expectedTurnMs: 10 };
  const { acquire, depth } = createFairQueue({ concurrency, maxPerGroup, maxPerTarget, ...limits });
  const begun: string[] = [];
  const turns = new Map<string, Turn>();
  const turnOf = (name: string) => {
    const turn = turns.get(name);
    if (!turn) throw new Error(`${name} has not begun`);
    return turn;
  };
  const wait = async (name: string) => {
    const [group = '', target = ''] = name.split(' ');
    turns.set(name, await acquire({ group, target }));
    begun.push(name);
  };
  return {
    begun,
    depth,
    turnOf,
    join: async (...names: string[]) => {
      for (const name of names) void wait(name);
      await settled();
    },
    end: async (name: string) => {
      turnOf(name)();
      await settled();
    },
  };
}

describe('[PRV-300] shares of a queue', () => {
  test('a group waits for its own turns only, and leaves the other turns to other groups', async () => {
    const { begun, join, end } = aSharedQueue();
    await join('ann a', 'ann b', 'ann c', 'ann d', 'bob e');
    expect(begun).toEqual(['ann a', 'ann b', 'bob e']);
    await end('bob e');
    expect(begun).toHaveLength(3);
    await end('ann a');
    expect(begun.slice(3)).toEqual(['ann c']);
  });

  test('a slow target keeps its share busy, and requests to other targets overtake those that wait for it', async () => {
    const { begun, join, end } = aSharedQueue();
    await join('ann slow', 'bob slow', 'cat slow', 'dan slow', 'dan fast');
    expect(begun).toEqual(['ann slow', 'bob slow', 'cat slow', 'dan fast']);
    await end('bob slow');
    expect(begun.slice(4)).toEqual(['dan slow']);
  });

  test('one turn that ends can start two requests: one of its group and one for its target', async () => {
    const { begun, join, end } = aSharedQueue({ maxPerGroup: 1, maxPerTarget: 1 });
    await join('ann a', 'ann b', 'bob a');
    expect(begun).toEqual(['ann a']);
    await end('ann a');
    expect(begun).toEqual(['ann a', 'ann b', 'bob a']);
  });

  test('groups take turns for a target that has become free', async () => {
    const { begun, join, end } = aSharedQueue({ maxPerTarget: 1 });
    await join('eve x', 'ann x', 'ann x', 'bob x');
    for (const name of ['eve x', 'ann x', 'bob x']) await end(name);
    expect(begun).toEqual(['eve x', 'ann x', 'bob x', 'ann x']);
  });

  test('the limit of all turns applies too', async () => {
    const { begun, join, end } = aSharedQueue({ concurrency: 2 });
    await join('ann a', 'bob b', 'cat c');
    expect(begun).toEqual(['ann a', 'bob b']);
    await end('ann a');
    expect(begun).toEqual(['ann a', 'bob b', 'cat c']);
  });

  test('a turn that moves to another target frees its place, unless the other target is busy', async () => {
    const { begun, join, depth, end, turnOf } = aSharedQueue({ maxPerTarget: 1 });
    await join('ann a', 'bob b', 'cat a');
    expect(['b', 'a'].map((target) => turnOf('ann a').moveTo(target))).toEqual([false, true]);
    await settled();
    expect(begun).toEqual(['ann a', 'bob b']);
    expect(turnOf('ann a').moveTo('c')).toBe(true);
    await settled();
    expect(begun).toEqual(['ann a', 'bob b', 'cat a']);
    await end('ann a');
    expect(turnOf('bob b').moveTo('c')).toBe(true);
    for (const name of ['bob b', 'cat a']) await end(name);
    expect(depth()).toBe(0);
  });

  test('a turn ends once, and does not move afterwards', async () => {
    const { begun, join, depth, end, turnOf } = aSharedQueue({ concurrency: 1 });
    await join('ann x', 'bob x', 'cat x');
    for (const name of ['ann x', 'ann x']) await end(name);
    expect(begun).toEqual(['ann x', 'bob x']);
    expect(turnOf('ann x').moveTo('y')).toBe(false);
    expect(depth()).toBe(2);
  });
});
