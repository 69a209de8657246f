import type { UserId } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { newCamera, nextGrowth } from './camera-growth.ts';
import { encodingsByReceiver, encodingsFor } from './encodings.ts';
import { nextProgress, turnedOn } from './frame-watch.ts';

const cameras = (receiverCount: number, cameraCount = receiverCount + 1) =>
  encodingsFor({ receiverCount, cameraCount, isScreenShared: false });

const besideScreen = (receiverCount: number, cameraCount = 6) =>
  encodingsFor({ receiverCount, cameraCount, isScreenShared: true });

describe('[CALL-426] what a participant sends', () => {
  test('to all others together is at most 2.7 Mbit/s for the camera, in a size that fits its rate', () => {
    const rows = [
      [1, 1_500_000, 30, 1],
      [2, 900_000, 30, 1.5],
      [3, 700_000, 30, 1.5],
      [5, 540_000, 24, 2],
      [9, 300_000, 24, 3],
    ] as const;
    const sent = rows.map(([receiverCount]) => {
      const { maxBitrate, maxFramerate, scaleResolutionDownBy, ...more } = cameras(receiverCount).camera;
      expect(more).toEqual({ degradationPreference: 'balanced' });
      return [receiverCount, maxBitrate, maxFramerate, scaleResolutionDownBy];
    });
    expect(sent).toEqual(rows);
    expect(cameras(0, 1)).toEqual(cameras(1, 1));
  });

  test('is a smaller picture the more cameras share the window, and a thumbnail beside a screen', () => {
    const scales = [1, 2, 3, 4, 5, 6].map((count) => cameras(1, count).camera.scaleResolutionDownBy);
    expect(scales).toEqual([1, 1, 1.5, 1.5, 2, 2]);
    const { camera, screen } = besideScreen(1, 2);
    const slow = { maxFramerate: 15, degradationPreference: 'maintain-resolution' };
    expect(camera).toMatchObject({ maxBitrate: 150_000, maxFramerate: 15, scaleResolutionDownBy: 4 });
    expect(screen).toEqual({ maxBitrate: 1_350_000, scaleResolutionDownBy: 1, ...slow });
    expect(besideScreen(5).screen.maxFramerate).toBe(5);
    // All of it is still at most 2.7 Mbit/s.
    const totals = [5, 8, 9].map((receiverCount) => {
      const sent = besideScreen(receiverCount);
      return (sent.camera.maxBitrate + sent.screen.maxBitrate) * receiverCount;
    });
    expect(totals.filter((total) => total > 2_700_000)).toEqual([]);
  });

  test('is a full camera to the one who shares a screen, and a thumbnail to all who see it', () => {
    const [ann, bob] = [asId<UserId>('ann'), asId<UserId>('bob')];
    const load = { receiverCount: 2, cameraCount: 3 };
    const rateFor = (sharerId: UserId | null) => encodingsByReceiver({ ...load, sharerId });
    expect([ann, bob].map((id) => rateFor(ann)(id).camera.maxBitrate)).toEqual([900_000, 150_000]);
    expect([ann, bob].map((id) => rateFor(null)(id).camera.maxBitrate)).toEqual([900_000, 900_000]);
  });
});

/** f: the picture is sent with ease. b: the computer is busy. n: nobody is sent the picture. */
const loads = {
  f: { isSending: true, isBusy: false },
  b: { isSending: true, isBusy: true },
  n: { isSending: false, isBusy: false },
};
const sizeAfter = (letters: string) =>
  (Array.from(letters) as (keyof typeof loads)[]).reduce((size, letter) => nextGrowth(size, loads[letter]), newCamera)
    .size;

test('[CALL-496] a camera starts small and grows where the computer can send it', () => {
  const rows: [string, string][] = [
    ['', 'small'],
    ['f', 'small'],
    ['ff', 'full'],
    ['fbf', 'small'],
    ['fbff', 'full'],
    ['nnnn', 'small'],
    ['bbbb', 'small'],
    ['ffbb', 'full'],
    ['ffbbfbb', 'full'],
    ['ffbbb', 'small'],
    [`ffbbb${'f'.repeat(14)}`, 'small'],
    [`ffbbb${'f'.repeat(15)}`, 'full'],
  ];
  expect(rows.map(([measurements]) => [measurements, sizeAfter(measurements)])).toEqual(rows);
});

/** The frames decoded so far, as read at these seconds. */
const after = (framesBefore: number, ...readings: [seconds: number, framesDecoded: number][]) =>
  readings.reduce(
    (progress, [seconds, framesDecoded]) => nextProgress(progress, framesDecoded, seconds * 1000),
    turnedOn(framesBefore, 0),
  );

test('[CALL-427] a video is awaited until its first frame, and frozen after three seconds without a new one', () => {
  const rows: [string, { isWaiting: boolean; isFrozen: boolean }, string][] = [
    ['no frame for however long', after(0, [1, 0], [60, 0]), 'awaited'],
    ['its first frame', after(0, [1, 0], [2, 1]), 'moving'],
    ['only frames of an earlier time', after(500, [1, 500]), 'awaited'],
    ['one frame more than those', after(500, [1, 501]), 'moving'],
    ['none for less than three seconds', after(0, [1, 30], [3.9, 30]), 'moving'],
    ['none for three seconds', after(0, [1, 30], [4, 30]), 'frozen'],
    ['the next one', after(0, [1, 30], [4, 30], [5, 31]), 'moving'],
    ['frames of a new connection, from the beginning', after(0, [1, 900], [9, 900], [10, 3]), 'moving'],
  ];
  const states = rows.map(([what, { isWaiting, isFrozen }]) => [what, isWaiting, isFrozen]);
  expect(states).toEqual(rows.map(([what, , state]) => [what, state === 'awaited', state === 'frozen']));
});
