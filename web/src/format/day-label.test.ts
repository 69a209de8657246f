import { expect, test } from 'vitest';
import { dayLabel } from './day-label.ts';

const now = new Date(2026, 2, 1, 0, 30);

test.each([
  [new Date(2026, 2, 1, 0, 5), 'Today'],
  [new Date(2026, 1, 28, 23, 55), 'Yesterday'],
  [new Date(2026, 1, 27, 12), 'Friday, February 27'],
  [new Date(2025, 11, 31, 12), 'Wednesday, December 31, 2025'],
])('[UI-41] seen shortly after midnight, %s is under "%s"', (time, label) => {
  expect(dayLabel(time.toISOString(), now.getTime())).toBe(label);
});
