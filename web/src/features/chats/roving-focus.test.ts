import { expect, test } from 'vitest';
import { shortcuts } from '../../browser/shortcuts.ts';
import { nextFocusIndex } from './roving-focus.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Enter', 1, null],
])('[CHT-6] %s on row %i of five leads to %s', (key, at, next) => {
  expect(nextFocusIndex(key, at, 5)).toBe(next);
});

test('[UI-52] every key listed in the shortcuts moves in the list', () => {
  expect(shortcuts.moveInList.presses.map((key) => nextFocusIndex(key, 2, 5))).toEqual([1, 3, 0, 4]);
});
