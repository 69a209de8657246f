import { createRate } from '../../lib/transfer-rate.ts';

export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number | null;
}

/** Chunks come by the thousand; eyes are slower. */
const showEveryMs = 250;

/** How far the bytes are, told now and then. */
export function createProgress(onShow: () => void, totalBytes: () => number) {
  const rate = createRate();
  let bytes = 0;
  let shownAtMs = 0;
  let shown: Progress = { bytes: 0, totalBytes: 0, bytesPerSecond: null };
  const show = () => {
    shownAtMs = performance.now();
    rate.note(bytes, shownAtMs);
    shown = { bytes, totalBytes: totalBytes(), bytesPerSecond: rate.read() };
    onShow();
  };
  return {
    note: (now: number) => {
      bytes = now;
      if (performance.now() - shownAtMs >= showEveryMs) show();
    },
    show,
    restart: rate.reset,
    read: () => ({ ...shown, totalBytes: totalBytes() }),
  };
}
