import { expect, test } from 'vitest';
import { listRuns, listTicks, pointAt, positionOf, topOfAxis } from './chart-scale.ts';

const values = (...numbers: (number | null)[]) =>
  numbers.map((value, at) => ({ at: String(at), label: String(at), tick: String(at), value }));

test.each([
  [[], 4],
  [[0, null, 3], 4],
  [[5], 6],
  [[9], 10],
  [[100], 100],
  [[101], 120],
  [[399], 400],
  [[420], 600],
  [[999_999], 1_000_000],
])('[CON-3] the axis for %j ends at %i', (numbers, top) => {
  expect(topOfAxis(numbers)).toBe(top);
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
  expect([listTicks(0, 4), listTicks(1, 4), listTicks(3, 4), listTicks(24, 4), listTicks(30, 4)]).toEqual([
    [],
    [0],
    [0, 1, 2],
    [0, 6, 12, 18],
    [0, 8, 16, 24],
  ]);
});
