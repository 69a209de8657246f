import { expect, test } from 'vitest';
import { newCamera, nextGrowth } from './camera-growth.ts';

/** f: the picture is sent with ease. b: the computer is busy. n: nobody is sent the picture. */
const loads = {
  f: { isSending: true, isBusy: false },
  b: { isSending: true, isBusy: true },
  n: { isSending: false, isBusy: false },
};
const sizeAfter = (measurements: string) =>
  Array.from(measurements).reduce(
    (growth, letter) => nextGrowth(growth, loads[letter as keyof typeof loads]),
    newCamera,
  ).size;

test('[CALL-496] a camera starts small and grows where the computer can send it', () => {
  const rows: [string, string][] = [
    ['', 'small'],
    ['f', 'small'],
    ['ff', 'full'],
    ['fbf', 'small'],
    ['fbff', 'full'],
    ['nnnn', 'small'],
    ['bbbb', 'small'],
    ['ffbb', 'full'],
    ['ffbbfbb', 'full'],
    ['ffbbb', 'small'],
    [`ffbbb${'f'.repeat(14)}`, 'small'],
    [`ffbbb${'f'.repeat(15)}`, 'full'],
  ];
  expect(rows.map(([measurements]) => [measurements, sizeAfter(measurements)])).toEqual(rows);
});
