import { expect, test } from 'vitest';
import { findSounds, positionOf } from './voice-signal.ts';

const sampleRate = 16_000;
/** A tone whose pitch rises, so that no part equals another. */
const original = Int16Array.from({ length: 4 * sampleRate }, (_, index) => {
  const at = index / sampleRate;
  return 8_000 * Math.sin(2 * Math.PI * (200 + 60 * at) * at) + 1;
});

test('finds where each sound begins after silence', () => {
  const samples = new Int16Array(48_000);
  samples.fill(7, 1_000, 2_000);
  // Shorter silence belongs to the sound.
  samples.fill(7, 3_000, 4_000);
  samples.fill(7, 30_000, 31_000);
  expect(findSounds(samples, 48_000)).toEqual([1_000, 30_000]);
});

test('finds the position of a sound in its original, at another volume', () => {
  const heard = original.slice(2 * sampleRate + 123, 3 * sampleRate).map((sample) => sample / 2);
  const position = positionOf({ heard, original, sampleRate, near: 1.9 });
  expect(position).toBeCloseTo(2 + 123 / sampleRate, 6);
});

test('does not find another sound', () => {
  const heard = Int16Array.from({ length: sampleRate }, (_, index) => 8_000 * Math.sin(index * index));
  expect(positionOf({ heard, original, sampleRate, near: 2 })).toBeNull();
});
