import { expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

test('[RT-8] the work runs once per burst of requests, and not if it is cancelled', () => {
  vi.useFakeTimers();
  const work = vi.fn<() => void>();
  const { request, cancel } = coalesce(work, 500);
  const callsAfter = (count: number, end = () => {}) => {
    for (let at = 0; at < count; at += 1) request();
    end();
    vi.advanceTimersByTime(500);
    return work.mock.calls.length;
  };
  expect([callsAfter(20), callsAfter(1), callsAfter(1, cancel)]).toEqual([1, 2, 2]);
});
