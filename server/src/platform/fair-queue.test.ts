import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from './errors.ts';
import { createFairQueue, type Turn, type Waiter } from './fair-queue.ts';

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
  const finish = async (end?: { isTypical: boolean }) => {
    ends.shift()?.(end);
    await vi.advanceTimersByTimeAsync(0);
  };
  const finishAll = async () => {
    while (ends.length > 0) await finish();
  };
  return { queue, begun, refused, join, finish, finishAll };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('[SEC-201] waiting requests', () => {
  test('get their turn a few at a time, first come, first served, and by turns of networks', async () => {
    const { queue, begun, join, finish, finishAll } = aQueue({ concurrency: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) void join(name, 'crowd');
    for (const name of ['ann', 'bob']) void join(name, name);
    await settled();
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
    void join('leaves', 'one', leaving.signal);
    void join('stays', 'one');
    await settled();
    leaving.abort();
    await settled();
    expect(queue.depth()).toBe(2);
    expect(refused).toMatchObject([{ name: 'leaves', code: 'unavailable' }]);
    void join('gone before', 'one', leaving.signal);
    await settled();
    await finishAll();
    expect(begun).toEqual(['first', 'stays']);
    expect(refused).toHaveLength(2);
  });

  test('that exceed the maximum wait are refused', async () => {
    const { queue, refused, join } = aQueue({ maxWaitMs: 12_000 });
    void join('stuck', 'one');
    void join('waits', 'one');
    await vi.advanceTimersByTimeAsync(11_999);
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toMatchObject([{ name: 'waits', code: 'unavailable' }]);
    expect(queue.depth()).toBe(1);
  });
});

describe('[SEC-201] a queue', () => {
  test('that is too long for the maximum wait refuses at once, with a Retry-After', async () => {
    const { queue, refused, join } = aQueue({ maxWaitMs: 5_000, expectedTurnMs: 1000 });
    for (let number = 0; number < 17; number += 1) void join(`${number}`, 'one');
    await settled();
    // One is being served and 15 wait, the last of them for 15 s; half of them are done after 8 s.
    expect(queue.depth()).toBe(16);
    expect(refused).toEqual([{ name: '16', code: 'unavailable', retryAfterSeconds: 8, isUntouched: true }]);
    // A request from another network is second in line.
    void join('other', 'two');
    await settled();
    expect(queue.depth()).toBe(17);
  });

  test('that is closed refuses waiting and new requests, and lets running turns end', async () => {
    const { queue, begun, refused, join, finishAll } = aQueue();
    for (const name of ['first', 'second', 'third']) void join(name, 'one');
    await settled();
    queue.close();
    await settled();
    void join('late', 'two');
    await settled();
    expect([begun, refused.map(({ name }) => name)]).toEqual([['first'], ['second', 'third', 'late']]);
    expect(refused.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([1, 1, 1]);
    expect(refused.every(({ isUntouched }) => isUntouched === true)).toBe(true);
    await finishAll();
    expect(queue.depth()).toBe(0);
  });

  test.each([
    { title: 'measures how long a turn takes', expectedTurnMs: 10, turnMs: 5000, isTypical: true, lastServed: 3 },
    { title: 'ignores unused turns in that', expectedTurnMs: 1000, turnMs: 0, isTypical: false, lastServed: 15 },
  ])('$title', async ({ expectedTurnMs, turnMs, isTypical, lastServed }) => {
    const { refused, join, finish } = aQueue({ maxWaitMs: 5_000, expectedTurnMs });
    for (let round = 0; round < 30; round += 1) {
      void join('earlier', 'one');
      await vi.advanceTimersByTimeAsync(turnMs);
      await finish({ isTypical });
    }
    for (let number = 0; number <= lastServed + 1; number += 1) void join(`${number}`, 'one');
    await settled();
    expect(refused.map(({ name }) => name)).toEqual([`${lastServed + 1}`]);
  });

  test('that is full drops the last request of the largest group for one of a smaller group', async () => {
    const { queue, begun, refused, join, finishAll } = aQueue({ maxWaiting: 4 });
    for (const number of [0, 1, 2, 3, 4, 5]) void join(`crowd ${number}`, 'crowd');
    void join('ann', 'home');
    await settled();
    expect(refused.map(({ name }) => name)).toEqual(['crowd 5', 'crowd 4']);
    expect(queue.depth()).toBe(5);
    await finishAll();
    expect(begun).toEqual(['crowd 0', 'crowd 1', 'ann', 'crowd 2', 'crowd 3']);
  });
});

/** A queue whose groups and targets have shares. `begun` lists `group target` of the turns in the order they began. */
function aSharedQueue({ concurrency = 10, maxPerGroup = 2, maxPerTarget = 3 } = {}) {
  const limits = { maxWaiting: 100, maxWaitMs: 5000, expectedTurnMs: 10 };
  const queue = createFairQueue({ concurrency, maxPerGroup, maxPerTarget, ...limits });
  const begun: string[] = [];
  const turns = new Map<string, Turn>();
  const join = async (waiter: Waiter) => {
    const turn = await queue.acquire(waiter);
    const name = `${waiter.group} ${waiter.target}`;
    begun.push(name);
    turns.set(name, turn);
  };
  const turnOf = (name: string) => {
    const turn = turns.get(name);
    if (!turn) throw new Error(`${name} has not begun`);
    return turn;
  };
  return { queue, begun, join, turnOf };
}

describe('[PRV-300] shares of a queue', () => {
  test('a group waits for its own turns only, and leaves the other turns to other groups', async () => {
    const { begun, join, turnOf } = aSharedQueue();
    for (const target of ['a', 'b', 'c', 'd']) void join({ group: 'ann', target });
    void join({ group: 'bob', target: 'e' });
    await settled();
    expect(begun).toEqual(['ann a', 'ann b', 'bob e']);
    turnOf('bob e')();
    await settled();
    expect(begun).toHaveLength(3);
    turnOf('ann a')();
    await settled();
    expect(begun.at(-1)).toBe('ann c');
  });

  test('a slow target keeps its share busy, and requests to other targets overtake those that wait for it', async () => {
    const { begun, join, turnOf } = aSharedQueue();
    for (const group of ['ann', 'bob', 'cat', 'dan']) void join({ group, target: 'slow' });
    void join({ group: 'dan', target: 'fast' });
    await settled();
    expect(begun).toEqual(['ann slow', 'bob slow', 'cat slow', 'dan fast']);
    turnOf('bob slow')();
    await settled();
    expect(begun.at(-1)).toBe('dan slow');
  });

  test('one turn that ends can start two requests: one of its group and one for its target', async () => {
    const { begun, join, turnOf } = aSharedQueue({ maxPerGroup: 1, maxPerTarget: 1 });
    void join({ group: 'ann', target: 'a' });
    void join({ group: 'ann', target: 'b' });
    void join({ group: 'bob', target: 'a' });
    await settled();
    expect(begun).toEqual(['ann a']);
    turnOf('ann a')();
    await settled();
    expect(begun).toEqual(['ann a', 'ann b', 'bob a']);
  });

  test('groups take turns for a target that has become free', async () => {
    const { begun, join, turnOf } = aSharedQueue({ maxPerTarget: 1 });
    void join({ group: 'eve', target: 'x' });
    for (const group of ['ann', 'ann', 'bob']) void join({ group, target: 'x' });
    await settled();
    for (const name of ['eve x', 'ann x', 'bob x']) {
      turnOf(name)();
      await settled();
    }
    expect(begun).toEqual(['eve x', 'ann x', 'bob x', 'ann x']);
  });

  test('the limit of all turns applies too', async () => {
    const { begun, join, turnOf } = aSharedQueue({ concurrency: 2 });
    for (const group of ['ann', 'bob', 'cat']) void join({ group, target: group });
    await settled();
    expect(begun).toHaveLength(2);
    turnOf('ann ann')();
    await settled();
    expect(begun).toEqual(['ann ann', 'bob bob', 'cat cat']);
  });

  test('a turn that moves to another target frees its place, unless the other target is busy', async () => {
    const { begun, join, queue, turnOf } = aSharedQueue({ maxPerTarget: 1 });
    for (const [group, target] of [
      ['ann', 'a'],
      ['bob', 'b'],
      ['cat', 'a'],
    ] as const)
      void join({ group, target });
    await settled();
    expect(turnOf('ann a').moveTo('b')).toBe(false);
    expect(turnOf('ann a').moveTo('a')).toBe(true);
    await settled();
    expect(begun).toEqual(['ann a', 'bob b']);
    expect(turnOf('ann a').moveTo('c')).toBe(true);
    await settled();
    expect(begun).toEqual(['ann a', 'bob b', 'cat a']);
    turnOf('ann a')();
    expect(turnOf('bob b').moveTo('c')).toBe(true);
    for (const name of ['bob b', 'cat a']) turnOf(name)();
    expect(queue.depth()).toBe(0);
  });

  test('a turn ends once, and does not move afterwards', async () => {
    const { begun, join, queue, turnOf } = aSharedQueue({ concurrency: 1 });
    for (const group of ['ann', 'bob', 'cat']) void join({ group, target: 'x' });
    await settled();
    turnOf('ann x')();
    turnOf('ann x')();
    await settled();
    expect(begun).toEqual(['ann x', 'bob x']);
    expect(turnOf('ann x').moveTo('y')).toBe(false);
    expect(queue.depth()).toBe(2);
  });
});
