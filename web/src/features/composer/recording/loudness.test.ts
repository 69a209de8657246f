import { expect, test } from 'vitest';
import { loudnessOf, toWaveform, waveformLength } from './loudness.ts';

test('[VOI-4] the waveform follows the sound, from silence to its loudest part', () => {
  const rising = Array.from({ length: 1_000 }, (_, index) => index / 2_000);
  const waveform = toWaveform(rising);
  expect(waveform).toHaveLength(waveformLength);
  expect(waveform).toEqual(waveform.toSorted((a, b) => a - b));
  expect([waveform[0], waveform.at(-1)]).toEqual([3, 31]);
  // Of loud sounds, too, values are what the contract allows.
  const loud = toWaveform(Array.from({ length: 300 }, (_, index) => (index % 7) / 3));
  expect(loud.every((value) => Number.isInteger(value) && value >= 0 && value <= 31)).toBe(true);
});

test('[VOI-4] silence is not blown up, and a short sound fills the whole waveform', () => {
  expect(Math.max(...toWaveform(Array.from({ length: 500 }, () => 0.0001)))).toBeLessThan(3);
  expect(toWaveform([0.2, 0.2])).toEqual(Array.from({ length: waveformLength }, () => 31));
  expect(toWaveform([])).toEqual(Array.from({ length: waveformLength }, () => 0));
});

test('[VOI-4] the loudness of a full tone is that of its effective value', () => {
  const tone = Float32Array.from({ length: 960 }, (_, index) => Math.sin((2 * Math.PI * index) / 96));
  expect(loudnessOf(tone)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(loudnessOf(new Float32Array())).toBe(0);
});
