import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { patchQueries } from './patch-queries.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());

const nothing = () => {};
const outlets = { showToast: nothing, showOverlay: nothing, hideOverlay: nothing, onSessionLost: nothing };

/** Shows what `load` returns, for a minute. Returns how often it was called. */
async function show(load: () => string) {
  const queryFn = vi.fn<() => Promise<string>>(async () => load());
  const observer = new QueryObserver(createQueryClient(outlets), { queryKey: ['any'], queryFn });
  const stop = observer.subscribe(nothing);
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  return { data: observer.getCurrentResult().data, calls: queryFn.mock.calls.length };
}

test('[RT-330] what could not be loaded is requested again until the server is back', async () => {
  const backAt = Date.now() + 30_000;
  const { data, calls } = await show(() => {
    if (Date.now() < backAt) throw new ApiError({ status: 0 });
    return 'loaded';
  });
  expect(data).toBe('loaded');
  expect(calls).toBeLessThan(12);
});

test('[RT-330] a refused request is not repeated, nor one that succeeded', async () => {
  const refused = await show(() => {
    throw new ApiError({ status: 404 });
  });
  expect(refused.calls).toBe(1);
  expect((await show(() => 'loaded')).calls).toBe(1);
});

/** Loads, then fails, while events change the data. */
async function showWithEvents(error: ApiError) {
  let isBack = true;
  const queryFn = vi.fn<() => Promise<string>>(async () => {
    if (!isBack) throw error;
    return 'loaded';
  });
  const client = createQueryClient(outlets);
  const stop = new QueryObserver(client, { queryKey: ['any'], queryFn }).subscribe(nothing);
  await vi.advanceTimersByTimeAsync(0);
  isBack = false;
  void client.invalidateQueries({ queryKey: ['any'] });
  await vi.advanceTimersByTimeAsync(5_000);
  isBack = true;
  for (let second = 0; second < 15; second += 3) {
    patchQueries<string>(client, ['any'], (data) => `${data}!`);
    await vi.advanceTimersByTimeAsync(3_000);
  }
  stop();
  return queryFn.mock.calls.length;
}

test('[RT-330] events that change outdated data neither end nor postpone it, nor repeat a refused request', async () => {
  // Once at first, three times in vain, and once when the server is back.
  expect(await showWithEvents(new ApiError({ status: 0 }))).toBe(5);
  expect(await showWithEvents(new ApiError({ status: 404 }))).toBe(2);
});
