import { createRate } from '../../lib/transfer-rate.ts';

export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
  /** The two have not agreed yet from which byte on they go on. */
  readonly isResuming: boolean;
  /** What was counted before a break and has to be sent again, because the receiver does not have it any more. */
  readonly lostBytes: number;
}

/** Chunks come by the thousand; eyes are slower. */
const showEveryMs = 250;

/** The transferred bytes, reported at intervals. The number never runs backwards, unless bytes were lost. */
export function createProgress(onShow: () => void, totalBytes: () => number) {
  const rate = createRate();
  let bytes = 0;
  let isResuming = false;
  /** Until it is here again. */
  let lost = { bytes: 0, until: 0 };
  let shownAtMs = 0;
  let shown = { bytes: 0, bytesPerSecond: null as number | null };
  const show = () => {
    shownAtMs = performance.now();
    rate.note(bytes, shownAtMs);
    shown = { bytes, bytesPerSecond: rate.read() };
    onShow();
  };
  return {
    note: (now: number) => {
      if (isResuming) {
        // The first position after a break is the one that the receiver really has.
        isResuming = false;
        lost = { bytes: Math.max(0, bytes - now), until: bytes };
        bytes = now;
        return show();
      }
      bytes = Math.max(bytes, now);
      return performance.now() - shownAtMs >= showEveryMs ? show() : undefined;
    },
    show,
    restart: rate.reset,
    /** The connection broke: what was counted stays until the receiver says what it has. */
    resume: () => {
      isResuming = true;
      rate.reset();
    },
    read: (): Progress => ({
      ...shown,
      totalBytes: totalBytes(),
      isResuming,
      lostBytes: shown.bytes < lost.until ? lost.bytes : 0,
    }),
  };
}
