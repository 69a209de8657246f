import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

test.each([
  [0, 0.5, 1_000],
  [4, 0.5, 1_000],
  [5, 0, 15_000],
  [5, 0.5, 37_500],
  [50, 1, 60_000],
])('[RT-3] after %i failed tries, with chance %d, the next comes in %i ms', (failedTries, chance, delayMs) => {
  expect(reconnectDelayMs(failedTries, () => chance)).toBe(delayMs);
});
