import type { MediaSnapshot, ParticipantStats } from './media-stats.ts';

/** Whether a connection is poor, and how many measurements in a row say otherwise. */
export interface Quality {
  readonly isPoor: boolean;
  readonly contraryCount: number;
}

export const goodQuality: Quality = { isPoor: false, contraryCount: 0 };

const badLossPercent = 8;
const badRoundTripMs = 600;
/** A single bad measurement is a hiccup. Going back takes longer, so that the note does not flicker. */
const countToPoor = 3;
const countToGood = 5;

/** Whether one measurement is that of a poor connection. */
export function isBad(stats: ParticipantStats, snapshot: MediaSnapshot): boolean {
  return (
    Math.max(stats.lossPercent ?? 0, snapshot.sentLossPercent) > badLossPercent ||
    (stats.roundTripMs ?? 0) > badRoundTripMs ||
    snapshot.isShortOfBandwidth
  );
}

/** One's own connection is bad if those to most of the others are. A single one may be the fault of the other side. */
export const areMostBad = (measurements: readonly boolean[]) =>
  measurements.filter(Boolean).length > measurements.length / 2;

export function nextQuality({ isPoor, contraryCount }: Quality, isNowBad: boolean): Quality {
  if (isNowBad === isPoor) return { isPoor, contraryCount: 0 };
  const count = contraryCount + 1;
  return count >= (isPoor ? countToGood : countToPoor)
    ? { isPoor: isNowBad, contraryCount: 0 }
    : { isPoor, contraryCount: count };
}
