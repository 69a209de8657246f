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

export interface ScheduledChunk {
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
const silenceFrom = 1;
/** With more than this ahead of the lead, a chunk is dropped: a lost word is better than a lasting delay. */
const maxExcess = 0.6;
const tolerance = 0.08;
/** Audio scheduled to start sooner than this may start late. */
const minScheduleAhead = 0.012;
const steadyChunks = 30;

export const newPlayout: Playout = { lead: smallestLead, endsAt: null, steadyCount: 0, leastAhead: Infinity };

interface LateChunk {
  readonly duration: number;
  readonly now: number;
  readonly lateBy: number;
}

/** Schedules a chunk that has just arrived. Null drops it. */
export function scheduleChunk(playout: Playout, duration: number, now: number): ScheduledChunk | null {
  const { endsAt } = playout;
  const ahead = endsAt === null ? -Infinity : endsAt - now;
  if (endsAt === null || ahead < minScheduleAhead) return scheduleAfterGap(playout, { duration, now, lateBy: -ahead });
  if (ahead > playout.lead + maxExcess) return null;

  const rate = rateFor(ahead - playout.lead);
  return {
    playout: { ...relaxed(playout, ahead), endsAt: onSample(endsAt + duration / rate) },
    startAt: endsAt,
    rate,
    isAfterGap: false,
  };
}

function scheduleAfterGap({ lead }: Playout, { duration, now, lateBy }: LateChunk): ScheduledChunk {
  const wasLate = lateBy < silenceFrom;
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
  if (playout.steadyCount + 1 < steadyChunks) return { ...playout, steadyCount: playout.steadyCount + 1, leastAhead };
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
