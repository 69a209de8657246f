import { expect, test } from 'vitest';
import { createRate, rateLabel, secondsLeft, timeLeftLabel } from './transfer-rate.ts';

const megabyte = 1024 * 1024;

test('[TRF-27] the rate covers the last seconds', () => {
  const rate = createRate();
  rate.add(0, 0);
  expect(rate.read()).toBeNull();
  rate.add(500, 500);
  expect(rate.read()).toBeNull();
  rate.add(1_000, 1_000);
  expect(rate.read()).toBe(1_000);
  for (let second = 2; second <= 20; second += 1) rate.add(1_000 + (second - 1) * 4_000, second * 1_000);
  expect(rate.read()).toBe(4_000);
});

test('[TRF-27] a reset starts over, and without progress the rate is zero', () => {
  const rate = createRate();
  rate.add(0, 0);
  rate.add(9_000, 3_000);
  rate.reset();
  expect(rate.read()).toBeNull();
  rate.add(9_000, 60_000);
  rate.add(9_000, 62_000);
  expect(rate.read()).toBe(0);
  // The receiver had less than what was sent. A decrease must not give a negative rate.
  rate.add(8_000, 63_000);
  expect(rate.read()).toBe(0);
});

test.each([
  [1_000, 100, 10],
  [1_001, 100, 11],
  [0, 100, 0],
  [1_000, 0, null],
  [1_000, null, null],
])('[TRF-27] %d bytes at %s a second take %s seconds', (bytes, rate, seconds) => {
  expect(secondsLeft(bytes, rate)).toBe(seconds);
});

test.each([
  [0, '0 KB/s'],
  [512 * 1024, '512 KB/s'],
  [megabyte, '1.0 MB/s'],
  [12.34 * megabyte, '12.3 MB/s'],
])('[TRF-27] %d is shown as %s', (rate, label) => {
  expect(rateLabel(rate)).toBe(label);
});

test.each([
  [0, '0 s left'],
  [59, '59 s left'],
  [60, '1 min left'],
  [61, '2 min left'],
  [3_599, '1 h 0 min left'],
  [5_400, '1 h 30 min left'],
  [1e9, 'more than 4 days left'],
])('[TRF-27] %d seconds are shown as %s', (seconds, label) => {
  expect(timeLeftLabel(seconds)).toBe(label);
});
