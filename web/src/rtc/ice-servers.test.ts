import { beforeEach, expect, test, vi } from 'vitest';
import { createIceServerCache } from './ice-servers.ts';

beforeEach(() => void vi.useFakeTimers());

const serverOf = (number: number) => ({ urls: [`turn:${number}.example`] });

test('[CALL-34] ICE servers are fetched once, and again before they expire after an hour', async () => {
  let count = 0;
  const read = createIceServerCache(async () => [serverOf((count += 1))]);
  expect(await Promise.all([read(), read()])).toEqual([[serverOf(1)], [serverOf(1)]]);
  vi.advanceTimersByTime(49 * 60_000);
  expect(await read()).toEqual([serverOf(1)]);
  vi.advanceTimersByTime(60_000);
  expect(await read()).toEqual([serverOf(2)]);
});

test('[CALL-34] after a failed request the known ICE servers are used, and the next call tries again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve([serverOf(1)])];
  const read = createIceServerCache(() => answers.shift() ?? Promise.resolve([]));
  expect(await read()).toEqual([]);
  expect(await read()).toEqual([serverOf(1)]);
});
