import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hold } from '../../test/hold.ts';
import { withTabLock } from './tab-lock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** Work that runs until the test ends it. */
function longWork() {
  const { held, release } = hold();
  return { work: vi.fn<() => Promise<void>>(() => held), end: release };
}

const never = () => new AbortController().signal;

test('[MSG-68] without Web Locks one tab works at a time, and the next follows', async () => {
  const [one, two] = [longWork(), longWork()];
  void withTabLock('a', never(), one.work);
  void withTabLock('a', never(), two.work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.work).toHaveBeenCalledOnce();
  expect(two.work).not.toHaveBeenCalled();
  one.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(two.work).toHaveBeenCalledOnce();
  two.end();
});

test('[MSG-68] the lease of a crashed tab expires', async () => {
  localStorage.setItem('a', JSON.stringify({ owner: 'crashed', untilMs: Date.now() + 6_000 }));
  const { work, end } = longWork();
  void withTabLock('a', never(), work);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledOnce();
  end();
});

test('[MSG-68] an abort releases the lease at once and prevents a start', async () => {
  const stopping = new AbortController();
  const [one, two] = [longWork(), longWork()];
  void withTabLock('a', stopping.signal, one.work);
  await vi.advanceTimersByTimeAsync(0);
  stopping.abort();
  void withTabLock('a', never(), two.work);
  await vi.advanceTimersByTimeAsync(0);
  expect(two.work).toHaveBeenCalledOnce();
  const three = longWork();
  await withTabLock('a', stopping.signal, three.work);
  expect(three.work).not.toHaveBeenCalled();
  two.end();
});
