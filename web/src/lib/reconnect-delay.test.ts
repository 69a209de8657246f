import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

test.each([
  [0, true, 0.5, 1_000],
  [4, true, 0.5, 1_000],
  [0, false, 0.5, 1_000],
  [5, true, 0, 2_000],
  [5, true, 0.5, 3_000],
  [5_000, true, 1, 4_000],
  [5, false, 0, 15_000],
  [5, false, 0.5, 37_500],
  [50, false, 1, 60_000],
])(
  '[RT-3] after %i failed attempts, visible: %s, random value: %d, the next starts in %i ms',
  (failedAttempts, isVisible, chance, delayMs) => {
    expect(reconnectDelayMs({ failedAttempts, isVisible, random: () => chance })).toBe(delayMs);
  },
);
