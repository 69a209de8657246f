interface CandidateStats {
  readonly id: string;
  readonly type: string;
  readonly candidateType?: string;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly nominated?: boolean;
  readonly state?: string;
}

/** Whether the selected candidate pair uses a relay. */
export function isRelayed(report: Pick<RTCStatsReport, 'forEach'>): boolean {
  const stats = new Map<string, CandidateStats>();
  report.forEach((value: CandidateStats) => stats.set(value.id, value));
  const pair = [...stats.values()].find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  );
  return [pair?.localCandidateId, pair?.remoteCandidateId].some((id) => stats.get(id ?? '')?.candidateType === 'relay');
}
