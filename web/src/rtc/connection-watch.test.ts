import { beforeEach, expect, test, vi } from 'vitest';
import { connectTimeoutMs, createConnectionWatch } from './connection-watch.ts';

beforeEach(() => void vi.useFakeTimers());

function watching({ canRestart = true } = {}) {
  const heard: string[] = [];
  const watch = createConnectionWatch({
    canRestart,
    restartIce: () => heard.push('restart'),
    onConnected: () => heard.push('connected'),
    onLost: () => heard.push('lost'),
    onLossDetected: () => heard.push('loss detected'),
  });
  return { watch, heard };
}

test('[CALL-30] a pair that cannot connect within three seconds is relayed by the server', () => {
  const { watch, heard } = watching();
  watch.setState('connecting');
  vi.advanceTimersByTime(connectTimeoutMs - 1);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['loss detected', 'lost']);
  watch.setState('connected');
  expect(heard).toEqual(['loss detected', 'lost', 'connected']);
});

test('[CALL-30] a connection in time stays direct; broken, it counts as lost at once and is restarted by one of the two peers', () => {
  const one = watching();
  const other = watching({ canRestart: false });
  for (const { watch } of [one, other]) watch.setState('connected');
  vi.advanceTimersByTime(60_000);
  expect([one.heard, other.heard]).toEqual([['connected'], ['connected']]);
  for (const { watch } of [one, other]) {
    watch.setState('disconnected');
    watch.setState('failed');
  }
  vi.advanceTimersByTime(30_000);
  expect(one.heard).toEqual(['connected', 'loss detected', 'lost', 'restart', 'restart']);
  expect(other.heard).toEqual(['connected', 'loss detected', 'lost']);
});

test('[CALL-30] a connection that the peer reported as lost counts again after it stays connected', () => {
  const { watch, heard } = watching();
  watch.setState('connected');
  watch.handlePeerLoss();
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['connected', 'lost', 'connected']);
  watch.handlePeerLoss();
  watch.setState('disconnected');
  vi.advanceTimersByTime(5_000);
  expect(heard).toEqual(['connected', 'lost', 'connected', 'lost', 'restart']);
});

test('[CALL-30] after the call no timer fires', () => {
  const { watch, heard } = watching();
  watch.handlePeerLoss();
  watch.close();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['lost']);
});
