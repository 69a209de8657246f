import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flashTitle } from './title-flash.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.title = 'Chat App';
});
afterEach(() => void vi.useRealTimers());

test('[TRF-24] the title alternates every second until it is stopped', () => {
  const stop = flashTitle('Ann sends you a file');
  const seen = [document.title];
  for (let second = 0; second < 3; second += 1) {
    vi.advanceTimersByTime(1_000);
    seen.push(document.title);
  }
  expect(seen).toEqual(['Ann sends you a file', 'Chat App', 'Ann sends you a file', 'Chat App']);
  vi.advanceTimersByTime(1_000);
  stop();
  expect(document.title).toBe('Chat App');
  vi.advanceTimersByTime(5_000);
  expect(document.title).toBe('Chat App');
});

test('[TRF-24] stopping restores a title that was set meanwhile', () => {
  const stop = flashTitle('Ann sends you a file');
  document.title = '(1) Chat App';
  vi.advanceTimersByTime(1_000);
  expect(document.title).toBe('Ann sends you a file');
  stop();
  expect(document.title).toBe('(1) Chat App');
});
