import { expect, test } from 'vitest';
import { nextProgress, turnedOn } from './frame-watch.ts';

/** The frames decoded so far, as read at these seconds. */
const after = (framesBefore: number, ...readings: [seconds: number, framesDecoded: number][]) =>
  readings.reduce(
    (progress, [seconds, framesDecoded]) => nextProgress(progress, framesDecoded, seconds * 1000),
    turnedOn(framesBefore, 0),
  );

test('[CALL-427] a video is awaited until its first frame, and frozen after three seconds without a new one', () => {
  const rows: [string, ReturnType<typeof after>, string][] = [
    ['no frame for however long', after(0, [1, 0], [60, 0]), 'awaited'],
    ['its first frame', after(0, [1, 0], [2, 1]), 'moving'],
    ['only frames of an earlier time', after(500, [1, 500]), 'awaited'],
    ['one frame more than those', after(500, [1, 501]), 'moving'],
    ['none for less than three seconds', after(0, [1, 30], [3.9, 30]), 'moving'],
    ['none for three seconds', after(0, [1, 30], [4, 30]), 'frozen'],
    ['the next one', after(0, [1, 30], [4, 30], [5, 31]), 'moving'],
    ['frames of a new connection, from the beginning', after(0, [1, 900], [9, 900], [10, 3]), 'moving'],
  ];
  const stateOf = ({ isWaiting, isFrozen }: ReturnType<typeof after>) =>
    [...(isWaiting ? ['awaited'] : []), ...(isFrozen ? ['frozen'] : [])].join(' and ') || 'moving';
  expect(rows.map(([what, progress]) => [what, stateOf(progress)])).toEqual(
    rows.map(([what, , state]) => [what, state]),
  );
});
