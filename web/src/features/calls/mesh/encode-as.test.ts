import { expect, test } from 'vitest';
import { encodingsFor } from '../video/encodings.ts';
import { encodeAs } from './encode-as.ts';

/** The scale that a sender is given for a track of this size, where a picture of 720 lines has another one. */
async function scaleFor(wanted: number, size: { width?: number; height?: number } | null): Promise<number> {
  const encodings: { scaleResolutionDownBy?: number }[] = [{}];
  await new Promise<void>((resolve) => {
    const sender = {
      track: size && { getSettings: () => size },
      getParameters: () => ({ encodings }),
      setParameters: async () => resolve(),
    };
    const { camera } = encodingsFor({ receiverCount: 1, cameraCount: 1, isScreenShared: false });
    encodeAs(sender as unknown as RTCRtpSender, { ...camera, scaleResolutionDownBy: wanted });
  });
  return encodings[0]?.scaleResolutionDownBy ?? 0;
}

test('[CALL-496] a camera that is still small is sent in the size in which a full one would be', async () => {
  const rows: [number, { width?: number; height?: number } | null, number][] = [
    [3, { width: 1280, height: 720 }, 3],
    [3, { width: 640, height: 360 }, 1.5],
    [4, { width: 360, height: 640 }, 2],
    [1, { width: 640, height: 360 }, 1],
    [1.5, { width: 640, height: 360 }, 1],
    [2, { width: 1920, height: 1080 }, 2],
    [2, {}, 2],
    [2, null, 2],
  ];
  const measured = await Promise.all(rows.map(([wanted, size]) => scaleFor(wanted, size)));
  expect(rows.map((row, at) => [row[0], row[1], measured[at]])).toEqual(rows);
});
