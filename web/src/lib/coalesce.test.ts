import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[RT-8] a burst of requests is answered once, and the next burst again', () => {
  const work = vi.fn<() => void>();
  const { request } = coalesce(work, 500);
  for (let i = 0; i < 20; i += 1) request();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledOnce();
  request();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledTimes(2);
});

test('[RT-8] what was cancelled is not done', () => {
  const work = vi.fn<() => void>();
  const { request, cancel } = coalesce(work, 500);
  request();
  cancel();
  vi.advanceTimersByTime(500);
  expect(work).not.toHaveBeenCalled();
});
