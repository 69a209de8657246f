import { expect, test } from 'vitest';
import { nextProgress, turnedOn } from './frame-watch.ts';

/** The frames decoded so far, as read at these seconds. */
const after = (framesBefore: number, ...readings: [seconds: number, framesDecoded: number][]) =>
  readings.reduce(
    (progress, [seconds, framesDecoded]) => nextProgress(progress, framesDecoded, seconds * 1000),
    turnedOn(framesBefore, 0),
  );
const shown = ({ isWaiting, isFrozen }: ReturnType<typeof after>) => ({ isWaiting, isFrozen });

test('[CALL-427] a video is awaited until its first frame, however long that takes', () => {
  expect(shown(after(0, [1, 0], [60, 0]))).toEqual({ isWaiting: true, isFrozen: false });
  expect(shown(after(0, [1, 0], [2, 1]))).toEqual({ isWaiting: false, isFrozen: false });
});

test('[CALL-427] frames of an earlier time do not count', () => {
  expect(shown(after(500, [1, 500]))).toEqual({ isWaiting: true, isFrozen: false });
  expect(shown(after(500, [1, 501]))).toEqual({ isWaiting: false, isFrozen: false });
});

test('[CALL-427] a video without a new frame for three seconds is frozen until the next frame', () => {
  expect(shown(after(0, [1, 30], [3.9, 30])).isFrozen).toBe(false);
  expect(shown(after(0, [1, 30], [4, 30])).isFrozen).toBe(true);
  expect(shown(after(0, [1, 30], [4, 30], [5, 31])).isFrozen).toBe(false);
});

test('[CALL-427] a new connection counts its frames from the beginning', () => {
  expect(shown(after(0, [1, 900], [9, 900], [10, 3]))).toEqual({ isWaiting: false, isFrozen: false });
});
