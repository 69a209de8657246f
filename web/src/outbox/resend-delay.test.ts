import { expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { isTransient, resendDelayMs } from './resend-delay.ts';

test('[MSG-62] the delay is random below a ceiling that doubles from 1 s to 30 s', () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 100].map((tries) => resendDelayMs(tries, () => 1));
  expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(resendDelayMs(4, () => 0)).toBe(0);
  expect(resendDelayMs(4, () => 0.25)).toBe(2_000);
});

test('[MSG-62] [MSG-63] a response with the page of a proxy is transient, a bug in the client is not', () => {
  expect([new ApiError({ status: 200 }), new TypeError('broken')].map(isTransient)).toEqual([true, false]);
});
