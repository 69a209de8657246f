import { expect, test } from 'vitest';
import { listRuns, listTicks, pointAt, positionOf, topOfAxis } from './chart-scale.ts';

const values = (...numbers: (number | null)[]) =>
  numbers.map((value, at) => ({ at: String(at), label: String(at), tick: String(at), value }));

test('[CON-3] the axis ends at a round number above all values', () => {
  const highest = [5, 9, 100, 101, 399, 420, 999_999];
  expect(highest.map((value) => topOfAxis([value]))).toEqual([6, 10, 100, 120, 400, 600, 1_000_000]);
  expect([topOfAxis([]), topOfAxis([0, null, 3])]).toEqual([4, 4]);
});

test('[CON-3] a line is interrupted where nothing was measured', () => {
  expect(listRuns(values(0, 10, null, 5, null), 10)).toEqual([
    [
      { x: 0, y: 100 },
      { x: 25, y: 0 },
    ],
    [{ x: 75, y: 50 }],
  ]);
  expect(listRuns(values(null, null), 10)).toEqual([]);
  expect(listRuns(values(1), 2)).toEqual([[{ x: 50, y: 50 }]]);
});

test.each(['area', 'bars'] as const)('[CON-3] the pointer over a point of a chart with %s finds it', (kind) => {
  for (const count of [1, 2, 24, 30]) {
    for (let index = 0; index < count; index += 1) {
      expect(pointAt(positionOf(index, count, kind), count, kind)).toBe(index);
    }
  }
  expect([pointAt(-5, 24, kind), pointAt(105, 24, kind)]).toEqual([0, 23]);
});

test('[CON-3] the times below the chart are evenly spaced', () => {
  const spaced = [0, 1, 3, 24, 30].map((count) => listTicks(count, 4).join(' '));
  expect(spaced).toEqual(['', '0', '0 1 2', '0 6 12 18', '0 8 16 24']);
});
