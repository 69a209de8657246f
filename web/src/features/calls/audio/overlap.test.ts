import { expect, test } from 'vitest';
import { findOverlap } from './overlap.ts';

/** Noise that never repeats, like speech. */
function speech(length: number): Float32Array {
  let seed = 1;
  let last = 0;
  return Float32Array.from({ length }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    last = last * 0.9 + (seed / 2_147_483_647 - 0.5) * 0.2;
    return last;
  });
}

const samples = speech(48_000);
const range = { least: 480, most: 9_600 };

test('[CALL-29] overlapping recordings are joined there, and in silence the shortest overlap is taken', () => {
  const first = samples.slice(0, 17_280);
  const overlaps = [600, 1_919, 2_880, 5_001];
  const second = (overlap: number) => samples.slice(17_280 - overlap, 34_560 - overlap);
  expect(overlaps.map((overlap) => findOverlap(first, second(overlap), range))).toEqual(overlaps);
  expect(findOverlap(new Float32Array(10_000), new Float32Array(10_000), range)).toBe(480);
});
