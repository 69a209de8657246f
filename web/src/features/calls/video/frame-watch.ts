/** How the frames of one video arrive. */
export interface FrameProgress {
  readonly framesDecoded: number;
  readonly lastNewAtMs: number;
  /** No frame has arrived since the video was turned on. */
  readonly isWaiting: boolean;
  readonly isFrozen: boolean;
}

/** Shorter gaps are hardly noticed, and statistics are read every two seconds. */
const frozenAfterMs = 3_000;

/** The video was turned on. Frames from before do not count. */
export const turnedOn = (framesDecoded: number, nowMs: number): FrameProgress => ({
  framesDecoded,
  lastNewAtMs: nowMs,
  isWaiting: true,
  isFrozen: false,
});

/** The count starts again with a new connection. */
export function nextProgress(progress: FrameProgress, framesDecoded: number, nowMs: number): FrameProgress {
  const hasNew = framesDecoded > 0 && framesDecoded !== progress.framesDecoded;
  if (hasNew) return { framesDecoded, lastNewAtMs: nowMs, isWaiting: false, isFrozen: false };
  const isFrozen = !progress.isWaiting && nowMs - progress.lastNewAtMs >= frozenAfterMs;
  return isFrozen === progress.isFrozen ? progress : { ...progress, isFrozen };
}
