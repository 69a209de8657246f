import type { UserId } from '@chat-app/contract';

/** What a sender may use for one video that goes to one receiver. */
export interface VideoEncoding {
  readonly maxBitrate: number;
  readonly maxFramerate: number;
  readonly scaleResolutionDownBy: number;
  readonly degradationPreference: 'balanced' | 'maintain-resolution';
}

export interface VideoEncodings {
  readonly camera: VideoEncoding;
  readonly screen: VideoEncoding;
}

interface CallLoad {
  /** In a mesh, each receiver is sent an own copy. */
  readonly receiverCount: number;
  /** All cameras of the call, one's own included. */
  readonly cameraCount: number;
  /** Who shares their screen; null if nobody does. */
  readonly sharerId: UserId | null;
}

interface VideoLoad extends Pick<CallLoad, 'receiverCount' | 'cameraCount'> {
  /** The receiver sees a shared screen. */
  readonly isScreenShared: boolean;
}

/** Kilobits per second that a camera may use for all receivers together: home connections have little upstream. */
const firstReceiverKbps = 1_500;
const furtherReceiverKbps = 300;
const totalKbpsMax = 2_700;

/** Beside a shared screen, the cameras are thumbnails. */
const thumbnail = { maxBitrate: 150_000, maxFramerate: 15, scaleResolutionDownBy: 4 } as const;
const screenKbpsMin = 150;

/** From which rate on a camera of 1280x720 is sent in that size, two thirds, half or a third of it. */
const scales = [
  { kbpsMin: 1_000, by: 1 },
  { kbpsMin: 700, by: 1.5 },
  { kbpsMin: 450, by: 2 },
  { kbpsMin: 0, by: 3 },
] as const;

/** More cameras make the tiles smaller, so that nobody would see the difference to a larger picture. */
const scaleForTiles = (cameraCount: number) => (cameraCount > 4 ? 2 : cameraCount > 2 ? 1.5 : 1);

/** How the camera and the screen are encoded for each receiver, so that the upstream is enough for all of them. */
export function encodingsFor({ receiverCount, cameraCount, isScreenShared }: VideoLoad): VideoEncodings {
  const receivers = Math.max(receiverCount, 1);
  const totalKbps = Math.min(firstReceiverKbps + (receivers - 1) * furtherReceiverKbps, totalKbpsMax);
  const kbps = Math.floor(totalKbps / receivers);
  const scale = Math.max(scales.find(({ kbpsMin }) => kbps >= kbpsMin)?.by ?? 3, scaleForTiles(cameraCount));
  const camera = { maxBitrate: kbps * 1000, maxFramerate: receivers > 4 ? 24 : 30, scaleResolutionDownBy: scale };
  const screenKbps = Math.max(kbps - thumbnail.maxBitrate / 1000, screenKbpsMin);
  return {
    camera: { ...(isScreenShared ? thumbnail : camera), degradationPreference: 'balanced' },
    screen: {
      maxBitrate: screenKbps * 1000,
      maxFramerate: receivers > 4 ? 5 : receivers > 2 ? 10 : 15,
      scaleResolutionDownBy: 1,
      degradationPreference: 'maintain-resolution',
    },
  };
}

/** What is sent to each participant. Cameras are large for the one who shares, and sees no other screen. */
export const encodingsByReceiver =
  ({ sharerId, ...load }: CallLoad) =>
  (receiverId: UserId): VideoEncodings =>
    encodingsFor({ ...load, isScreenShared: sharerId !== null && sharerId !== receiverId });
