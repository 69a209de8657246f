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

test('[TRF-27] rate and remaining time are rounded for people', () => {
  const times: [...Parameters<typeof secondsLeft>, number | null][] = [
    [1_000, 100, 10],
    [1_001, 100, 11],
    [0, 100, 0],
    [1_000, 0, null],
    [1_000, null, null],
  ];
  expect(times.map(([bytes, rate]) => [bytes, rate, secondsLeft(bytes, rate)])).toEqual(times);
  const rates = [0, 512 * 1024, megabyte, 12.34 * megabyte].map(rateLabel);
  expect(rates).toEqual(['0 KB/s', '512 KB/s', '1.0 MB/s', '12.3 MB/s']);
  const labels: [number, string][] = [
    [0, '0 s left'],
    [59, '59 s left'],
    [60, '1 min left'],
    [61, '2 min left'],
    [3_599, '1 h 0 min left'],
    [5_400, '1 h 30 min left'],
    [1e9, 'more than 4 days left'],
  ];
  expect(labels.map(([seconds]) => [seconds, timeLeftLabel(seconds)])).toEqual(labels);
});
