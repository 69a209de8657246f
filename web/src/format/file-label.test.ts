import { expect, test } from 'vitest';
import { megabytes, shortFileName } from './file-label.ts';

test.each([
  ['notes.txt', 'notes.txt'],
  ['exactly-26-characters-x.txt'.slice(1), 'xactly-26-characters-x.txt'],
  ['Quarterly-report-final-version.pdf', 'Quarterly-report-f…ion.pdf'],
  ['a-name-without-any-ending-at-all-here', 'a-name-without-any-ending…'],
  ['x.a-very-long-ending-that-is-none-at-all', 'x.a-very-long-ending-that…'],
  ['\u202Egpj.exe', 'gpj.exe'],
])('[MSG-50] a file name is at most 26 characters and keeps its ending: %s', (name, shown) => {
  expect(shortFileName(name)).toBe(shown);
  expect(Array.from(shown).length).toBeLessThanOrEqual(26);
});

test.each([
  [0, '0.00 MB'],
  [1, '0.01 MB'],
  [1_048_576, '1.00 MB'],
  [3_450_000, '3.29 MB'],
  [104_857_600, '100.00 MB'],
])('[MSG-50] a size is shown in MB: %i', (bytes, shown) => {
  expect(megabytes(bytes)).toBe(shown);
});
