import type { UserId } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { encodingsByReceiver, encodingsFor } from './encodings.ts';

const cameras = (receiverCount: number, cameraCount = receiverCount + 1) =>
  encodingsFor({ receiverCount, cameraCount, isScreenShared: false });
const total = (receiverCount: number) => (cameras(receiverCount).camera.maxBitrate * receiverCount) / 1_000_000;

describe('[CALL-426] what a participant sends', () => {
  test.each([
    [1, 1.5],
    [2, 1.8],
    [3, 2.1],
    [5, 2.7],
    [9, 2.7],
  ])('to %i others is at most %d Mbit/s for the camera', (receiverCount, most) => {
    expect(total(receiverCount)).toBeLessThanOrEqual(most);
    expect(total(receiverCount)).toBeGreaterThan(most - 0.01);
  });

  test.each([
    [1, { maxBitrate: 1_500_000, maxFramerate: 30, scaleResolutionDownBy: 1 }],
    [2, { maxBitrate: 900_000, maxFramerate: 30, scaleResolutionDownBy: 1.5 }],
    [3, { maxBitrate: 700_000, maxFramerate: 30, scaleResolutionDownBy: 1.5 }],
    [5, { maxBitrate: 540_000, maxFramerate: 24, scaleResolutionDownBy: 2 }],
    [9, { maxBitrate: 300_000, maxFramerate: 24, scaleResolutionDownBy: 3 }],
  ])('to %i others is a picture of a size that fits its rate', (receiverCount, camera) => {
    expect(cameras(receiverCount).camera).toEqual({ ...camera, degradationPreference: 'balanced' });
  });

  test('is a smaller picture the more cameras share the window', () => {
    expect([1, 2, 3, 4, 5, 6].map((count) => cameras(1, count).camera.scaleResolutionDownBy)).toEqual([
      1, 1, 1.5, 1.5, 2, 2,
    ]);
  });

  test('is a thumbnail while a screen is shared, and within the same upstream as before', () => {
    const { camera, screen } = encodingsFor({ receiverCount: 1, cameraCount: 2, isScreenShared: true });
    expect(camera).toMatchObject({ maxBitrate: 150_000, maxFramerate: 15, scaleResolutionDownBy: 4 });
    expect(screen).toEqual({
      maxBitrate: 1_350_000,
      maxFramerate: 15,
      scaleResolutionDownBy: 1,
      degradationPreference: 'maintain-resolution',
    });
    expect(encodingsFor({ receiverCount: 5, cameraCount: 6, isScreenShared: true }).screen.maxFramerate).toBe(5);
  });

  test.each([5, 8, 9])('is at most 2.7 Mbit/s to %i others while a screen is shared, too', (receiverCount) => {
    const { camera, screen } = encodingsFor({ receiverCount, cameraCount: 6, isScreenShared: true });
    expect((camera.maxBitrate + screen.maxBitrate) * receiverCount).toBeLessThanOrEqual(2_700_000);
  });

  test('is a full camera to the one who shares a screen, and a thumbnail to all who see it', () => {
    const [ann, bob] = [asId<UserId>('ann'), asId<UserId>('bob')];
    const load = { receiverCount: 2, cameraCount: 3 };
    const rateFor = (sharerId: UserId | null) => encodingsByReceiver({ ...load, sharerId });
    expect([ann, bob].map((id) => rateFor(ann)(id).camera.maxBitrate)).toEqual([900_000, 150_000]);
    expect([ann, bob].map((id) => rateFor(null)(id).camera.maxBitrate)).toEqual([900_000, 900_000]);
  });

  test('is planned for one receiver while nobody else is there', () => {
    expect(cameras(0, 1)).toEqual(cameras(1, 1));
  });
});
