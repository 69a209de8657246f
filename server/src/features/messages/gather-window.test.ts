import { expect, test } from 'vitest';
import { createGatherWindow } from './gather-window.ts';

/** Messages at a steady rate; a batch starts whenever the window allows it. Returns the size of each. */
function batchesAt(perSecond: number, { seconds = 1 } = {}) {
  let now = 1000;
  const gather = createGatherWindow(() => now);
  const sizes: number[] = [];
  let waiting = 0;
  let due = now;
  for (const end = now + seconds * 1000; now < end; now += 0.1) {
    for (; due <= now; due += 1000 / perSecond) waiting += 1;
    if (waiting === 0 || gather.remainingMs() >= 1) continue;
    gather.start(waiting);
    sizes.push(waiting);
    waiting = 0;
  }
  return { gather, sizes, wait: (ms: number) => (now += ms) };
}

test('[MSG-310] without load, no message waits for others', () => {
  for (const perSecond of [1, 20, 100, 200]) expect(new Set(batchesAt(perSecond).sizes)).toEqual(new Set([1]));
});

test('[MSG-310] the more messages there are, the more of them a batch gathers', () => {
  const means = [500, 1000, 2000, 4000].map((perSecond) => {
    const { sizes } = batchesAt(perSecond);
    return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  });
  expect(means).toEqual(means.toSorted((a, b) => a - b));
  expect(means[1]).toBeGreaterThan(1.5);
  expect(means[3]).toBeGreaterThan(8);
});

test('[MSG-310] a batch never waits longer than a few milliseconds, and not after a pause', () => {
  const { gather, wait } = batchesAt(100_000);
  expect(gather.remainingMs()).toBeLessThanOrEqual(4);
  wait(5);
  expect(gather.remainingMs()).toBeLessThanOrEqual(0);
});
