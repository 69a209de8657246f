import { expect, test } from 'vitest';
import { createRemembered } from './remembered.ts';

function setUp(maxWeight = 10) {
  let nowMs = 0;
  let asked: string[] = [];
  const remembered = createRemembered<string>({
    maxWeight,
    weigh: (value) => value.length,
    lifetimeMs: (value) => (value.startsWith('no') ? 10 : 100),
    now: () => nowMs,
  });
  return {
    ask: (key: string, value: string) =>
      remembered(key, async () => {
        asked.push(key);
        return value;
      }),
    fail: (key: string) => remembered(key, () => Promise.reject(new Error('away'))),
    wait: (ms: number) => {
      nowMs += ms;
    },
    takeAsked: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}

test('[PRV-8] a value is computed once, also when two callers ask at the same time', async () => {
  const { ask, takeAsked } = setUp();
  expect(await Promise.all([ask('a', 'one'), ask('a', 'two')])).toEqual(['one', 'one']);
  expect(await ask('a', 'three')).toBe('one');
  expect(takeAsked()).toEqual(['a']);
});

test('[PRV-8] a value is cached for its lifetime, a negative one for less', async () => {
  const { ask, takeAsked, wait } = setUp();
  await ask('yes', 'yes');
  await ask('no', 'no');
  wait(10);
  await ask('yes', 'yes');
  await ask('no', 'no');
  expect(takeAsked()).toEqual(['yes', 'no', 'no']);
  wait(90);
  await ask('yes', 'yes');
  expect(takeAsked()).toEqual(['yes']);
});

test('[PRV-8] a full cache evicts the least recently used value, and does not keep one that is too heavy', async () => {
  const { ask, takeAsked } = setUp(9);
  for (const key of ['a', 'b', 'c']) await ask(key, 'abc');
  await ask('a', 'abc');
  await ask('d', 'abc');
  takeAsked();
  for (const key of ['a', 'c', 'd']) await ask(key, 'abc');
  expect(takeAsked()).toEqual([]);
  await ask('heavy', '0123456789');
  await ask('heavy', '0123456789');
  expect(takeAsked()).toEqual(['heavy', 'heavy']);
});

test('[PRV-8] a failure is not cached', async () => {
  const { ask, fail } = setUp();
  await expect(Promise.all([fail('a'), fail('a')])).rejects.toThrow('away');
  expect(await ask('a', 'yes')).toBe('yes');
});
