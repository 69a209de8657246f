import { createRate } from './transfer-rate.ts';

export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
  /** The two sides have not yet agreed on the position to resume from. */
  readonly isResuming: boolean;
  /** Bytes that were counted before the connection broke and must be sent again, because the receiver lost them. */
  readonly lostBytes: number;
}

/** Limits updates: chunks arrive far more often than a display is worth refreshing. */
const showEveryMs = 250;

/** Reports the transferred bytes at intervals. The number never decreases, unless bytes were lost. */
export function createProgress(onShow: () => void, totalBytes: () => number) {
  const rate = createRate();
  let bytes = 0;
  let isResuming = false;
  /** Cleared once `until` bytes have arrived again. */
  let lost = { bytes: 0, until: 0 };
  let shownAtMs = 0;
  let shown = { bytes: 0, bytesPerSecond: null as number | null };
  const show = () => {
    shownAtMs = performance.now();
    rate.add(bytes, shownAtMs);
    shown = { bytes, bytesPerSecond: rate.read() };
    onShow();
  };
  return {
    update: (now: number) => {
      if (isResuming) {
        // The first position after a reconnect is what the receiver really has.
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
    /** The connection broke: keep the count until the receiver reports its position. */
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
