/** Where the sound of one person stands on the clock of the loudspeaker. All in seconds. */
export interface Playout {
  /** How much sound should lie ahead when the next piece comes. */
  readonly lead: number;
  /** When what is scheduled so far ends; null before the first piece. */
  readonly endsAt: number | null;
  /** For so many pieces in a row nothing came late. */
  readonly steadyCount: number;
  /** The least that lay ahead meanwhile. */
  readonly leastAhead: number;
}

export interface Placed {
  readonly playout: Playout;
  readonly startAt: number;
  /** Slightly faster or slower than it was said, to come back to the lead. */
  readonly rate: number;
  /** It does not follow on what came before: it must fade in. */
  readonly isAfterGap: boolean;
}

export const sampleRate = 48_000;
export const smallestLead = 0.06;
const largestLead = 0.4;
/** Later than this, somebody was not late but silent. */
const pauseFrom = 1;
/** With more ahead than this over the lead, a piece is left out: talk that is late for ever is worse than a word lost. */
const tooMuch = 0.6;
const tolerance = 0.08;
/** What is to be heard sooner than this may miss its moment. */
const handOver = 0.012;
const steadyPieces = 30;

export const newPlayout: Playout = { lead: smallestLead, endsAt: null, steadyCount: 0, leastAhead: Infinity };

interface Late {
  readonly duration: number;
  readonly now: number;
  readonly lateBy: number;
}

/** When a piece that has just come is to be heard. Null: not at all. */
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

/** A network that has calmed down gets its small lead back, step by step. */
function relaxed(playout: Playout, ahead: number): Playout {
  const leastAhead = Math.min(playout.leastAhead, ahead);
  if (playout.steadyCount + 1 < steadyPieces) return { ...playout, steadyCount: playout.steadyCount + 1, leastAhead };
  // In small steps: a lead that is given up too soon is lost again with the next stutter.
  const hasRoom = leastAhead > smallestLead / 2;
  const lead = hasRoom ? Math.max(smallestLead, playout.lead - 0.02) : playout.lead;
  return { ...playout, lead, steadyCount: 0, leastAhead: Infinity };
}

/** Between two samples every one of them would have to be guessed. */
const onSample = (seconds: number) => Math.round(seconds * sampleRate) / sampleRate;

function rateFor(excess: number): number {
  if (excess > 3 * tolerance) return 1.05;
  if (excess > tolerance) return 1.02;
  return excess < -tolerance / 2 ? 0.99 : 1;
}
