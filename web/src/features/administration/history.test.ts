import { expect, test } from 'vitest';
import { aSample } from '../../../test/administration.ts';
import { listPoints } from './history.ts';

const hourMs = 3_600_000;
const day = (...data: ReturnType<typeof aSample>[]) => ({
  from: '2026-03-01T12:20:00.000Z',
  to: '2026-03-02T12:20:00.000Z',
  data,
});

test('[CON-4] what was sent in an hour is added up, and of everything else the peak is shown', () => {
  const history = day(
    aSample('2026-03-02T11:00:00.000Z', { messages: 3, onlinePeople: 7 }),
    aSample('2026-03-02T11:55:00.000Z', { messages: 4, onlinePeople: 5 }),
    aSample('2026-03-02T12:15:00.000Z', { messages: 1, onlinePeople: null }),
  );
  const last = (measure: 'messages' | 'onlinePeople') =>
    listPoints(history, measure, 'day', hourMs)
      .slice(-3)
      .map(({ at, value }) => [at, value]);
  expect(last('messages')).toEqual([
    ['2026-03-02T10:00:00.000Z', null],
    ['2026-03-02T11:00:00.000Z', 7],
    ['2026-03-02T12:00:00.000Z', 1],
  ]);
  expect(last('onlinePeople').map(([, value]) => value)).toEqual([null, 7, null]);
  expect(listPoints(history, 'messages', 'day', hourMs)).toHaveLength(24);
});

test('[CON-4] samples from outside of the span change nothing', () => {
  const history = day(aSample('2026-03-01T12:30:00.000Z'), aSample('2026-03-02T13:00:00.000Z'));
  expect(listPoints(history, 'messages', 'day', hourMs).every(({ value }) => value === null)).toBe(true);
});

test('[CON-4] the last of thirty days is today', () => {
  const to = new Date(2026, 2, 31, 15);
  const history = { from: new Date(to.getTime() - 720 * hourMs).toISOString(), to: to.toISOString(), data: [] };
  const points = listPoints(history, 'messages', 'month', 24 * hourMs);
  expect([points.length, points[0]?.label, points.at(-1)?.label]).toEqual([30, 'Mar 2', 'Mar 31']);
});
