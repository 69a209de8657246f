import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[RT-8] the work runs once per burst of requests', () => {
  const work = vi.fn<() => void>();
  const { request } = coalesce(work, 500);
  for (let i = 0; i < 20; i += 1) request();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledOnce();
  request();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledTimes(2);
});

test('[RT-8] cancelled work does not run', () => {
  const work = vi.fn<() => void>();
  const { request, cancel } = coalesce(work, 500);
  request();
  cancel();
  vi.advanceTimersByTime(500);
  expect(work).not.toHaveBeenCalled();
});
