import { expect, test } from 'vitest';
import { gridFor } from './call-grid.ts';

test.each([
  [1, 1, 1],
  [2, 2, 1],
  [3, 2, 2],
  [4, 2, 2],
  [5, 3, 2],
  [6, 3, 2],
  [7, 3, 3],
  [9, 3, 3],
])('[CALL-26] %i other participants are shown in a grid of %i by %i', (count, columns, rows) => {
  expect(gridFor(count)).toEqual({ columns, rows });
});
