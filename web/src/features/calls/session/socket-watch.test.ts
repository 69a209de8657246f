import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetConnection, setConnection } from '../../../state/connection.ts';
import { watchLine } from './socket-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetConnection();
  vi.useRealTimers();
});

function watching() {
  const heard: string[] = [];
  setConnection({ phase: 'connected', tryNow: () => heard.push('try') });
  const stop = watchLine({
    onUp: ({ wasAsleep }) => heard.push(wasAsleep ? 'up after sleep' : 'up'),
    onDown: () => heard.push('down'),
    onChange: () => {},
  });
  return { heard, stop };
}

/** Advances the clock without running timers. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('[CALL-35] while the server is unreachable, the window retries every few seconds until it is closed', () => {
  const { heard, stop } = watching();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['up']);
  setConnection({ phase: 'away' });
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(['up', 'down', 'try', 'try', 'try', 'try']);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(heard).toHaveLength(6);
});

test('[CALL-36] a long disconnect of a page that was awake does not count as sleep', () => {
  const { heard } = watching();
  setConnection({ phase: 'away' });
  vi.advanceTimersByTime(60_000);
  setConnection({ phase: 'connected' });
  expect(heard.at(-1)).toBe('up');
});

test.each([
  ['before the sleep', () => [setConnection({ phase: 'away' }), sleep(15_000)]],
  ['after it', () => [sleep(15_000), setConnection({ phase: 'away' })]],
  ['some time after it', () => [sleep(15_000), vi.advanceTimersByTime(20_000), setConnection({ phase: 'away' })]],
])('[CALL-36] a connection that broke %s comes back after a sleep', (_when, happen) => {
  const { heard } = watching();
  happen();
  vi.advanceTimersByTime(2_500);
  setConnection({ phase: 'connected' });
  expect(heard.at(-1)).toBe('up after sleep');

  setConnection({ phase: 'away' });
  setConnection({ phase: 'connected' });
  expect(heard.at(-1)).toBe('up');
});

test('[CALL-36] a pause of five seconds does not count as sleep', () => {
  const { heard } = watching();
  setConnection({ phase: 'away' });
  sleep(5_000);
  setConnection({ phase: 'connected' });
  expect(heard.at(-1)).toBe('up');
});
