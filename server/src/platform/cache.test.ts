import { expect, test } from 'vitest';
import { createCache } from './cache.ts';
import { createFairQueue } from './fair-queue.ts';

const atOnce = (signal: AbortSignal) => createFairQueue(wide).acquire({ group: 'one', signal });
const wide = { concurrency: 1, maxWaiting: 100, maxWaitMs: 5000, expectedTurnMs: 10 };

function aCache(maxSize = 10) {
  let nowMs = 1;
  const loads: string[] = [];
  const cache = createCache<string>({
    maxSize,
    sizeOf: (value) => value.length,
    ttlMs: (value) => (value.startsWith('no') ? 10 : 100),
    now: () => nowMs,
  });
  return {
    cache,
    get: (key: string, value: string, { acquire = atOnce } = {}) => {
      const load = async () => {
        loads.push(key);
        return value;
      };
      return cache(key, { acquire, load });
    },
    fail: (key: string) => cache(key, { acquire: atOnce, load: () => Promise.reject(new Error('away')) }),
    wait: (ms: number) => {
      nowMs += ms;
    },
    takeLoads: () => loads.splice(0),
  };
}

test('[PRV-8] a value is computed once, also when two callers ask at the same time', async () => {
  const { get, takeLoads } = aCache();
  expect(await Promise.all([get('a', 'one'), get('a', 'two')])).toEqual(['one', 'one']);
  expect(await get('a', 'three')).toBe('one');
  expect(takeLoads()).toEqual(['a']);
});

test('[PRV-8] a value is cached for its lifetime, a negative one for less', async () => {
  const { get, takeLoads, wait } = aCache();
  await get('yes', 'yes');
  await get('no', 'no');
  wait(11);
  await get('yes', 'yes');
  await get('no', 'no');
  expect(takeLoads()).toEqual(['yes', 'no', 'no']);
  wait(90);
  await get('yes', 'yes');
  expect(takeLoads()).toEqual(['yes']);
});

test('[PRV-8] a full cache evicts the least recently used value, and does not keep one that is too large', async () => {
  const { get, takeLoads } = aCache(9);
  for (const key of ['a', 'b', 'c']) await get(key, 'abc');
  await get('a', 'abc');
  await get('d', 'abc');
  takeLoads();
  for (const key of ['a', 'c', 'd']) await get(key, 'abc');
  expect(takeLoads()).toEqual([]);
  await get('large', '0123456789');
  await get('large', '0123456789');
  expect(takeLoads()).toEqual(['large', 'large']);
});

test('[PRV-8] a failure is not cached, and ends the turn', async () => {
  const { cache, get, fail } = aCache();
  await expect(Promise.all([fail('a'), fail('a')])).rejects.toThrow('away');
  expect(await get('a', 'yes')).toBe('yes');

  const queue = createFairQueue(wide);
  const load = () => Promise.reject(new Error('away'));
  await expect(cache('b', { acquire: () => queue.acquire({ group: 'one' }), load })).rejects.toThrow('away');
  expect(queue.depth()).toBe(0);
});

/** A queue with one turn, which is in use until `end` is called. */
async function aBusyQueue() {
  const queue = createFairQueue(wide);
  const end = await queue.acquire({ group: 'one' });
  return { end, depth: queue.depth, acquire: (signal: AbortSignal) => queue.acquire({ group: 'one', signal }) };
}

test('[PRV-301] the first caller whose turn comes loads the value, and the others leave their queues', async () => {
  const { get, takeLoads } = aCache();
  const [busy, otherBusy] = [await aBusyQueue(), await aBusyQueue()];
  const waiting = [busy, busy, otherBusy].map((queue, index) => get('a', `waited ${index}`, queue));
  expect([busy.depth(), otherBusy.depth()]).toEqual([3, 2]);
  expect(await get('a', 'first')).toBe('first');
  expect(await Promise.all(waiting)).toEqual(['first', 'first', 'first']);
  expect([busy.depth(), otherBusy.depth()]).toEqual([1, 1]);
  expect(takeLoads()).toEqual(['a']);
});

test('[PRV-301] of callers whose turn comes at the same moment, one loads', async () => {
  const { get, takeLoads } = aCache();
  const queues = [await aBusyQueue(), await aBusyQueue()];
  const waiting = queues.map((queue, index) => get('a', `value ${index}`, queue));
  for (const { end } of queues) end();
  expect(await Promise.all(waiting)).toEqual(['value 0', 'value 0']);
  expect(takeLoads()).toEqual(['a']);
  expect(queues.map(({ depth }) => depth())).toEqual([0, 0]);
});

test('[PRV-301] a caller who is refused a turn does not affect the others', async () => {
  const { get, takeLoads } = aCache();
  const busy = await aBusyQueue();
  const waits = get('a', 'value', busy);
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(get('a', 'other', { acquire: refuse })).rejects.toThrow('refused');
  busy.end();
  expect(await waits).toBe('value');
  await expect(get('b', 'other', { acquire: refuse })).rejects.toThrow('refused');
  expect(await get('b', 'later')).toBe('later');
  expect(takeLoads()).toEqual(['a', 'b']);
});
