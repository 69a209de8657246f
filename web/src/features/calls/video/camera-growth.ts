import type { CameraSize } from './camera.ts';

/** Which size a camera has, and how many measurements in a row allow or demand the other one. */
export interface CameraGrowth {
  readonly size: CameraSize;
  readonly count: number;
  /** It has been full, and that was too much. */
  readonly hasShrunk: boolean;
}

/** A measurement of what this computer does for its camera. */
export interface CameraLoad {
  /** Some participant is sent the picture. */
  readonly isSending: boolean;
  readonly isBusy: boolean;
}

export const newCamera: CameraGrowth = { size: 'small', count: 0, hasShrunk: false };

/** Of measurements every two seconds. A camera that was too large once is small for half a minute. */
const countToGrow = 2;
const countToGrowAgain = 15;
const countToShrink = 3;

/** A camera becomes full after it was sent for a while without making this computer busy, and small when it does. */
export function nextGrowth(growth: CameraGrowth, { isSending, isBusy }: CameraLoad): CameraGrowth {
  const { size, hasShrunk } = growth;
  const isContrary = size === 'small' ? isSending && !isBusy : isBusy;
  if (!isContrary) return { ...growth, count: 0 };
  const count = growth.count + 1;
  const isEnough = count >= (size === 'full' ? countToShrink : hasShrunk ? countToGrowAgain : countToGrow);
  if (!isEnough) return { ...growth, count };
  return size === 'small' ? { size: 'full', count: 0, hasShrunk } : { size: 'small', count: 0, hasShrunk: true };
}
