import { expect, test } from 'vitest';
import { formatDuration } from './call-duration.ts';

test.each([
  [-5, '0:00'],
  [7_900, '0:07'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('[CALL-26] after %i ms the clock shows %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
