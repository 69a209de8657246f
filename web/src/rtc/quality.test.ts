import { expect, test } from 'vitest';
import type { MediaSnapshot } from './media-stats.ts';
import { serverStats } from './media-stats.ts';
import { areMostBad, goodQuality, isBad, nextQuality } from './quality.ts';

const after = (...measurements: boolean[]) =>
  measurements.reduce((quality, isNowBad) => nextQuality(quality, isNowBad), goodQuality).isPoor;
const [bad, good] = [true, false];

test('[CALL-428] a connection is called poor after three bad measurements in a row, not after a hiccup', () => {
  expect(after(bad, bad)).toBe(false);
  expect(after(bad, bad, good, bad, bad)).toBe(false);
  expect(after(bad, bad, bad)).toBe(true);
});

test('[CALL-428] it is called good again only after five good ones in a row', () => {
  expect(after(bad, bad, bad, good, good, good, good)).toBe(true);
  expect(after(bad, bad, bad, good, good, bad, good, good, good)).toBe(true);
  expect(after(bad, bad, bad, good, good, good, good, good)).toBe(false);
});

test.each([
  ['8 % of the packets that arrive are lost', { lossPercent: 8.1 }, {}, true],
  ['8 % of the packets that are sent are lost', {}, { sentLossPercent: 8.1 }, true],
  ['the round trip takes more than 600 ms', { roundTripMs: 601 }, {}, true],
  ['the network leaves too little for a picture', {}, { isShortOfBandwidth: true }, true],
  ['little is lost', { lossPercent: 8, roundTripMs: 600 }, { sentLossPercent: 8 }, false],
  ['nothing is measured yet', {}, {}, false],
])('[CALL-428] a measurement in which %s', (_what, stats, snapshot, expected) => {
  const measured = { sentLossPercent: 0, isShortOfBandwidth: false, ...snapshot } as MediaSnapshot;
  expect(isBad({ ...serverStats, ...stats }, measured)).toBe(expected);
});

test('[CALL-428] one bad connection among several is that of the other side', () => {
  expect(areMostBad([])).toBe(false);
  expect(areMostBad([bad])).toBe(true);
  expect(areMostBad([bad, good])).toBe(false);
  expect(areMostBad([bad, bad, good])).toBe(true);
});
