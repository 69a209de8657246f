/** The playback position of one participant on the audio context's clock. All times are in seconds. */
export interface Playout {
  /** How much audio should still be scheduled when the next chunk arrives. */
  readonly lead: number;
  /** When the scheduled audio ends; null before the first chunk. */
  readonly endsAt: number | null;
  /** How many chunks in a row arrived in time. */
  readonly steadyCount: number;
  /** The least audio that was scheduled ahead during these chunks. */
  readonly leastAhead: number;
}

export interface Placed {
  readonly playout: Playout;
  readonly startAt: number;
  /** The playback rate: slightly off 1 to return to the lead. */
  readonly rate: number;
  /** The chunk does not follow the previous one directly and must fade in. */
  readonly isAfterGap: boolean;
}

export const sampleRate = 48_000;
export const smallestLead = 0.06;
const largestLead = 0.4;
/** A longer gap counts as silence, not as delay. */
const pauseFrom = 1;
/** With more than this ahead of the lead, a chunk is dropped: a lost word is better than a lasting delay. */
const tooMuch = 0.6;
const tolerance = 0.08;
/** Audio scheduled to start sooner than this may start late. */
const handOver = 0.012;
const steadyPieces = 30;

export const newPlayout: Playout = { lead: smallestLead, endsAt: null, steadyCount: 0, leastAhead: Infinity };

interface Late {
  readonly duration: number;
  readonly now: number;
  readonly lateBy: number;
}

/** Schedules a chunk that has just arrived. Null drops it. */
export function place(playout: Playout, duration: number, now: number): Placed | null {
  const { endsAt } = playout;
  const ahead = endsAt === null ? -Infinity : endsAt - now;
  if (endsAt === null || ahead < handOver) return placeAnew(playout, { duration, now, lateBy: -ahead });
  if (ahead > playout.lead + tooMuch) return null;

  const rate = rateFor(ahead - playout.lead);
  return {
    playout: { ...relaxed(playout, ahead), endsAt: onSample(endsAt + duration / rate) },
    startAt: endsAt,
    rate,
    isAfterGap: false,
  };
}

function placeAnew({ lead }: Playout, { duration, now, lateBy }: Late): Placed {
  const wasLate = lateBy < pauseFrom;
  const nextLead = wasLate ? Math.min(largestLead, lead + Math.max(lateBy, 0.04)) : lead;
  const startAt = onSample(now + nextLead);
  return {
    playout: { lead: nextLead, endsAt: onSample(startAt + duration), steadyCount: 0, leastAhead: Infinity },
    startAt,
    rate: 1,
    isAfterGap: true,
  };
}

/** Shortens the lead again, step by step, once the network is steady. */
function relaxed(playout: Playout, ahead: number): Playout {
  const leastAhead = Math.min(playout.leastAhead, ahead);
  if (playout.steadyCount + 1 < steadyPieces) return { ...playout, steadyCount: playout.steadyCount + 1, leastAhead };
  // In small steps: a lead that is shortened too fast causes a gap at the next delay.
  const hasRoom = leastAhead > smallestLead / 2;
  const lead = hasRoom ? Math.max(smallestLead, playout.lead - 0.02) : playout.lead;
  return { ...playout, lead, steadyCount: 0, leastAhead: Infinity };
}

/** Rounds to a whole sample. A start between two samples would make the browser interpolate every sample. */
const onSample = (seconds: number) => Math.round(seconds * sampleRate) / sampleRate;

function rateFor(excess: number): number {
  if (excess > 3 * tolerance) return 1.05;
  if (excess > tolerance) return 1.02;
  return excess < -tolerance / 2 ? 0.99 : 1;
}
