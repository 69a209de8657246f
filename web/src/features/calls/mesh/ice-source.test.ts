import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIceSource } from './ice-source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const serverOf = (number: number) => ({ urls: [`turn:${number}.example`] });

test('[CALL-34] relays are asked for once, and again before the hour is over for which they were lent', async () => {
  let count = 0;
  const read = createIceSource(async () => [serverOf((count += 1))]);
  expect(await Promise.all([read(), read()])).toEqual([[serverOf(1)], [serverOf(1)]]);
  vi.advanceTimersByTime(49 * 60_000);
  expect(await read()).toEqual([serverOf(1)]);
  vi.advanceTimersByTime(60_000);
  expect(await read()).toEqual([serverOf(2)]);
});

test('[CALL-34] while nobody answers the old ones have to do, and the next time it is tried again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve([serverOf(1)])];
  const read = createIceSource(() => answers.shift() ?? Promise.resolve([]));
  expect(await read()).toEqual([]);
  expect(await read()).toEqual([serverOf(1)]);
});
