import { describe, expect, test } from 'vitest';
import { newPlayout, scheduleChunk, smallestLead } from './playout.ts';
import type { Playout } from './playout.ts';

const chunkSeconds = 0.3;

/** Schedules chunks that arrive at the given times. */
function play(arrivals: readonly number[], from: Playout = newPlayout) {
  let playout = from;
  const scheduled = arrivals.map((now) => {
    const result = scheduleChunk(playout, chunkSeconds, now);
    if (result) playout = result.playout;
    return result;
  });
  const played = scheduled.filter((result) => result !== null);
  return { playout, scheduled, played, gapCount: played.filter(({ isAfterGap }) => isAfterGap).length };
}

const steady = (count: number, jitter = (_index: number) => 0) =>
  Array.from({ length: count }, (_, index) => 10 + index * chunkSeconds + jitter(index));

describe('[CALL-28] audio is played on one clock', () => {
  test('chunks that arrive in time follow each other exactly, and jitter within the lead causes no gap', () => {
    const inTime = play(steady(200));
    const expected = inTime.played.map((_, index) => 10 + smallestLead + index * chunkSeconds);
    inTime.played.forEach(({ startAt }, index) => expect(startAt).toBeCloseTo(expected[index] ?? 0, 9));
    for (const { gapCount, played } of [inTime, play(steady(200, (index) => (index % 3) * 0.015))]) {
      expect([gapCount, played.length, played.every(({ rate }) => rate === 1)]).toEqual([1, 200, true]);
    }
  });

  test('late chunks lengthen the lead until there are no more gaps', () => {
    const { playout, scheduled } = play(steady(120, (index) => (index % 7 === 6 ? 0.2 : 0)));
    expect(playout.lead).toBeGreaterThan(0.1);
    expect(scheduled.slice(40).every((result) => result?.isAfterGap === false)).toBe(true);
  });

  test('a steady network shortens the lead again', () => {
    const longLead: Playout = { lead: 0.3, endsAt: 10.3, steadyCount: 0, leastAhead: Infinity };
    const { playout, gapCount } = play(steady(2000), longLead);
    expect(playout.lead).toBe(smallestLead);
    expect(gapCount).toBe(0);
  });

  test('a long silence does not count as delay', () => {
    const { playout, gapCount } = play([10, 10.3, 15, 15.3]);
    expect(gapCount).toBe(2);
    expect(playout.lead).toBe(smallestLead);
  });

  test('after an interruption the excess chunks are dropped and the rest plays slightly faster', () => {
    const { played, scheduled, playout } = play([
      10,
      ...Array.from({ length: 9 }, () => 12.7),
      ...steady(60).map((at) => at + 3),
    ]);
    expect(scheduled.filter((result) => result === null).length).toBeGreaterThan(4);
    expect(played.some(({ rate }) => rate > 1)).toBe(true);
    const lastArrival = 10 + 59 * chunkSeconds + 3;
    expect((playout.endsAt ?? 0) - lastArrival - chunkSeconds).toBeLessThan(0.2);
  });

  test('clock drift between sender and receiver causes no gap', () => {
    const slowSender = Array.from({ length: 1000 }, (_, index) => 10 + index * chunkSeconds * 1.001);
    const fastSender = Array.from({ length: 1000 }, (_, index) => 10 + index * chunkSeconds * 0.999);
    expect(play(slowSender).gapCount).toBe(1);
    expect(play(fastSender).gapCount).toBe(1);
    expect(play(fastSender).scheduled).not.toContain(null);
  });
});
