import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConnection, setConnection } from '../../../state/connection.ts';
import { watchSocket } from './socket-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  resetConnection();
  vi.useRealTimers();
});

function watching() {
  const events: string[] = [];
  setConnection({ phase: 'connected', tryNow: () => events.push('retry') });
  const stop = watchSocket({
    onConnected: ({ wasAsleep }) => events.push(wasAsleep ? 'connected after sleep' : 'connected'),
    onDisconnected: () => events.push('disconnected'),
    onChange: () => {},
  });
  return { events, stop };
}

/** Advances the clock without running timers. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('[CALL-35] while the server is unreachable, the window retries every few seconds until it is closed', () => {
  const { events, stop } = watching();
  vi.advanceTimersByTime(60_000);
  expect(events).toEqual(['connected']);
  setConnection({ phase: 'away' });
  vi.advanceTimersByTime(10_000);
  expect(events).toEqual(['connected', 'disconnected', 'retry', 'retry', 'retry', 'retry']);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(events).toHaveLength(6);
});

test('[CALL-36] a long disconnect of a page that was awake does not count as sleep', () => {
  const { events } = watching();
  setConnection({ phase: 'away' });
  vi.advanceTimersByTime(60_000);
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected');
});

test.each([
  ['before the sleep', () => [setConnection({ phase: 'away' }), sleep(15_000)]],
  ['after it', () => [sleep(15_000), setConnection({ phase: 'away' })]],
  ['some time after it', () => [sleep(15_000), vi.advanceTimersByTime(20_000), setConnection({ phase: 'away' })]],
])('[CALL-36] a connection that broke %s comes back after a sleep', (_when, act) => {
  const { events } = watching();
  act();
  vi.advanceTimersByTime(2_500);
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected after sleep');

  setConnection({ phase: 'away' });
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected');
});

test('[CALL-36] a pause of five seconds does not count as sleep', () => {
  const { events } = watching();
  setConnection({ phase: 'away' });
  sleep(5_000);
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected');
});
