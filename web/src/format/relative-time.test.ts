import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-5 * second, 'now'],
  [0, 'now'],
  [9 * second, 'now'],
  [10 * second, '10 seconds'],
  [59 * second, '59 seconds'],
  [minute, '1 minute'],
  [5 * minute, '5 minutes'],
  [hour, '1 hour'],
  [23 * hour, '23 hours'],
  [day, '1 day'],
  [29 * day, '29 days'],
  [30 * day, '1 month'],
  [364 * day, '12 months'],
  [365 * day, '1 year'],
  [800 * day, '2 years'],
])('[UI-40] a time %i ms ago is shown as "%s"', (ageMs, words) => {
  expect(relativeTime(new Date(nowMs - ageMs).toISOString(), nowMs)).toBe(words);
});
