import { describe, expect, test } from 'vitest';
import { newPlayout, place, smallestLead } from './playout.ts';
import type { Playout } from './playout.ts';

const piece = 0.3;

/** Schedules chunks that arrive at the given times. */
function play(arrivals: readonly number[], from: Playout = newPlayout) {
  let playout = from;
  const placed = arrivals.map((now) => {
    const result = place(playout, piece, now);
    if (result) playout = result.playout;
    return result;
  });
  const heard = placed.filter((result) => result !== null);
  return { playout, placed, heard, gapCount: heard.filter(({ isAfterGap }) => isAfterGap).length };
}

const steady = (count: number, jitter = (_index: number) => 0) =>
  Array.from({ length: count }, (_, index) => 10 + index * piece + jitter(index));

describe('[CALL-28] audio is played on one clock', () => {
  test('chunks that arrive in time follow each other exactly', () => {
    const { heard, gapCount } = play(steady(200));
    expect(gapCount).toBe(1);
    expect(heard[0]?.startAt).toBe(10 + smallestLead);
    heard.forEach(({ startAt, rate }, index) => {
      expect(rate).toBe(1);
      expect(startAt).toBeCloseTo(10 + smallestLead + index * piece, 9);
    });
  });

  test('jitter within the lead causes no gap', () => {
    const { gapCount, heard } = play(steady(200, (index) => (index % 3) * 0.015));
    expect(gapCount).toBe(1);
    expect(heard.every(({ rate }) => rate === 1)).toBe(true);
  });

  test('late chunks lengthen the lead until there are no more gaps', () => {
    const { playout, placed } = play(steady(120, (index) => (index % 7 === 6 ? 0.2 : 0)));
    expect(playout.lead).toBeGreaterThan(0.1);
    expect(placed.slice(40).every((result) => result?.isAfterGap === false)).toBe(true);
  });

  test('a steady network shortens the lead again', () => {
    const nervous: Playout = { lead: 0.3, endsAt: 10.3, steadyCount: 0, leastAhead: Infinity };
    const { playout, gapCount } = play(steady(2000), nervous);
    expect(playout.lead).toBe(smallestLead);
    expect(gapCount).toBe(0);
  });

  test('a long silence does not count as delay', () => {
    const { playout, gapCount } = play([10, 10.3, 15, 15.3]);
    expect(gapCount).toBe(2);
    expect(playout.lead).toBe(smallestLead);
  });

  test('after an interruption the excess chunks are dropped and the rest plays slightly faster', () => {
    const { heard, placed, playout } = play([
      10,
      ...Array.from({ length: 9 }, () => 12.7),
      ...steady(60).map((at) => at + 3),
    ]);
    expect(placed.filter((result) => result === null).length).toBeGreaterThan(4);
    expect(heard.some(({ rate }) => rate > 1)).toBe(true);
    const lastArrival = 10 + 59 * piece + 3;
    expect((playout.endsAt ?? 0) - lastArrival - piece).toBeLessThan(0.2);
  });

  test('clock drift between sender and receiver causes no gap', () => {
    const slowSender = Array.from({ length: 1000 }, (_, index) => 10 + index * piece * 1.001);
    const fastSender = Array.from({ length: 1000 }, (_, index) => 10 + index * piece * 0.999);
    expect(play(slowSender).gapCount).toBe(1);
    expect(play(fastSender).gapCount).toBe(1);
    expect(play(fastSender).placed).not.toContain(null);
  });
});
