/** What the statistics say about the candidate pair in use. */
export interface PathStats {
  /** One of the two candidates is a relay (TURN). */
  readonly isRelayed: boolean;
  readonly roundTripMs: number | null;
}

interface CandidateStats {
  readonly id: string;
  readonly type: string;
  readonly candidateType?: string;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly nominated?: boolean;
  readonly state?: string;
  readonly currentRoundTripTime?: number;
}

/** Reads the selected candidate pair; null while none is selected. */
export function readPathStats(report: Pick<RTCStatsReport, 'forEach'>): PathStats | null {
  const statsById = new Map<string, CandidateStats>();
  report.forEach((stats: CandidateStats) => statsById.set(stats.id, stats));
  const pairs = [...statsById.values()].filter(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  );
  // After an ICE restart there may be two for a moment; the new one is not measured yet.
  const pair = pairs.find(({ currentRoundTripTime }) => currentRoundTripTime !== undefined) ?? pairs[0];
  if (!pair) return null;
  const isRelay = (id = '') => statsById.get(id)?.candidateType === 'relay';
  const { currentRoundTripTime: seconds } = pair;
  return {
    isRelayed: isRelay(pair.localCandidateId) || isRelay(pair.remoteCandidateId),
    roundTripMs: seconds === undefined ? null : seconds * 1000,
  };
}
