import { beforeEach, expect, test, vi } from 'vitest';
import { setConnection } from '../../../state/connection.ts';
import { watchSocket } from './socket-watch.ts';

beforeEach(() => void vi.useFakeTimers());

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
const lose = () => setConnection({ phase: 'away' });

test('[CALL-35] while the server is unreachable, the window retries every few seconds until it is closed', () => {
  const { events, stop } = watching();
  vi.advanceTimersByTime(60_000);
  expect(events).toEqual(['connected']);
  lose();
  vi.advanceTimersByTime(10_000);
  expect(events).toEqual(['connected', 'disconnected', 'retry', 'retry', 'retry', 'retry']);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(events).toHaveLength(6);
});

test.each([
  ['broke before a sleep', () => [lose(), sleep(15_000), vi.advanceTimersByTime(2_500)], 'connected after sleep'],
  ['broke after one', () => [sleep(15_000), lose(), vi.advanceTimersByTime(2_500)], 'connected after sleep'],
  ['broke some time after one', () => [sleep(15_000), vi.advanceTimersByTime(20_000), lose()], 'connected after sleep'],
  ['was away for long while the page was awake', () => [lose(), vi.advanceTimersByTime(60_000)], 'connected'],
  ['broke before a pause of five seconds', () => [lose(), sleep(5_000)], 'connected'],
])('[CALL-36] a connection that %s', (_when, happen, comesBack) => {
  const { events } = watching();
  happen();
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe(comesBack);

  lose();
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected');
});
