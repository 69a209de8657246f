import { expect, test } from 'vitest';
import { formatDuration } from './call-duration.ts';
import { gridFor } from './call-grid.ts';

test('[CALL-26] the others are shown in a grid, with a clock', () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 9].map((count) => {
    const { columns, rows } = gridFor(count);
    return `${columns}x${rows}`;
  });
  expect(sizes).toEqual(['1x1', '2x1', '2x2', '2x2', '3x2', '3x2', '3x3', '3x3']);
  expect([-5, 7_900, 754_000, 3_723_000].map(formatDuration)).toEqual(['0:00', '0:07', '12:34', '1:02:03']);
});
