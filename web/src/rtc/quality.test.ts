import { expect, test } from 'vitest';
import type { MediaSnapshot, ParticipantStats } from './media-stats.ts';
import { serverStats } from './media-stats.ts';
import { areMostBad, goodQuality, isBad, nextQuality } from './quality.ts';

/** b: a bad measurement, g: a good one. */
const isPoorAfter = (measurements: string) =>
  Array.from(measurements).reduce((quality, each) => nextQuality(quality, each === 'b'), goodQuality).isPoor;

test('[CALL-428] a connection is poor after three bad measurements in a row, and good again after five good ones', () => {
  const rows: [string, boolean][] = [
    ['bb', false],
    ['bbgbb', false],
    ['bbb', true],
    ['bbbgggg', true],
    ['bbbggbggg', true],
    ['bbbggggg', false],
  ];
  expect(rows.map(([measurements]) => [measurements, isPoorAfter(measurements)])).toEqual(rows);
});

test('[CALL-428] a measurement is bad because of loss, a long round trip or too little bandwidth', () => {
  const rows: [Partial<ParticipantStats>, Partial<MediaSnapshot>, boolean][] = [
    [{ lossPercent: 8.1 }, {}, true],
    [{}, { sentLossPercent: 8.1 }, true],
    [{ roundTripMs: 601 }, {}, true],
    [{}, { isShortOfBandwidth: true }, true],
    [{ lossPercent: 8, roundTripMs: 600 }, { sentLossPercent: 8 }, false],
    [{}, {}, false],
  ];
  const judged = rows.map(([stats, snapshot]) => {
    const measured = { sentLossPercent: 0, isShortOfBandwidth: false, ...snapshot } as MediaSnapshot;
    return [stats, snapshot, isBad({ ...serverStats, ...stats }, measured)];
  });
  expect(judged).toEqual(rows);
  // One bad connection among several is that of the other side.
  expect([[], [true], [true, false], [true, true, false]].map(areMostBad)).toEqual([false, true, false, true]);
});
