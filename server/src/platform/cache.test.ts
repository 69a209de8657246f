import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

function aCache(maxSize = 10) {
  let nowMs = 1;
  let loads: string[] = [];
  const cache = createCache<string>({
    maxSize,
    sizeOf: (value) => value.length,
    ttlMs: (value) => (value.startsWith('no') ? 10 : 100),
    now: () => nowMs,
  });
  return {
    get: (key: string, value: string) =>
      cache(key, async () => {
        loads.push(key);
        return value;
      }),
    fail: (key: string) => cache(key, () => Promise.reject(new Error('away'))),
    wait: (ms: number) => {
      nowMs += ms;
    },
    takeLoads: () => {
      const taken = loads;
      loads = [];
      return taken;
    },
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

test('[PRV-8] a failure is not cached', async () => {
  const { get, fail } = aCache();
  await expect(Promise.all([fail('a'), fail('a')])).rejects.toThrow('away');
  expect(await get('a', 'yes')).toBe('yes');
});
