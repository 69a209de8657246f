import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWayWatch, firstTryMs } from './way-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching({ canRestart = true } = {}) {
  const heard: string[] = [];
  const watch = createWayWatch({
    canRestart,
    restart: () => heard.push('restart'),
    onFound: () => heard.push('found'),
    onLost: () => heard.push('lost'),
    onGivenUp: () => heard.push('given up'),
  });
  return { watch, heard };
}

test('[CALL-30] a pair that cannot connect within three seconds is relayed by the server', () => {
  const { watch, heard } = watching();
  watch.setState('connecting');
  vi.advanceTimersByTime(firstTryMs - 1);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['given up', 'lost']);
  watch.setState('connected');
  expect(heard).toEqual(['given up', 'lost', 'found']);
});

test('[CALL-30] a pair that connects in time stays direct', () => {
  const { watch, heard } = watching();
  watch.setState('connected');
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['found']);
});

test('[CALL-30] a broken connection counts as lost at once and is restarted by one of the two peers', () => {
  const one = watching();
  const other = watching({ canRestart: false });
  for (const { watch } of [one, other]) {
    watch.setState('connected');
    watch.setState('disconnected');
    watch.setState('failed');
  }
  vi.advanceTimersByTime(30_000);
  expect(one.heard).toEqual(['found', 'given up', 'lost', 'restart', 'restart']);
  expect(other.heard).toEqual(['found', 'given up', 'lost']);
});

test('[CALL-30] a connection that the peer reported as lost counts again after it stays connected', () => {
  const { watch, heard } = watching();
  watch.setState('connected');
  watch.toldLost();
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['found', 'lost', 'found']);
  watch.toldLost();
  watch.setState('disconnected');
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['found', 'lost', 'found', 'lost', 'restart']);
});

test('[CALL-30] after the call no timer fires', () => {
  const { watch, heard } = watching();
  watch.toldLost();
  watch.close();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['lost']);
});
