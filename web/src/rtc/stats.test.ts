import { expect, test } from 'vitest';
import { readPathStats } from './stats.ts';

const candidate = (id: string, candidateType: string) => ({ id, type: 'local-candidate', candidateType });
const pair = (more: object = {}) => ({
  id: 'pair',
  type: 'candidate-pair',
  nominated: true,
  state: 'succeeded',
  localCandidateId: 'local',
  remoteCandidateId: 'remote',
  ...more,
});
const read = (...entries: { id: string }[]) => readPathStats(new Map(entries.map((entry) => [entry.id, entry])));

test.each([
  ['host', 'srflx', false],
  ['relay', 'host', true],
  ['host', 'relay', true],
])('[TRF-31] a pair of %s and %s: relayed %s', (local, remote, isRelayed) => {
  expect(read(candidate('local', local), candidate('remote', remote), pair())?.isRelayed).toBe(isRelayed);
});

test('[CALL-23] the round-trip time of the pair in use is read in milliseconds', () => {
  expect(read(pair({ currentRoundTripTime: 0.025 }))).toEqual({ isRelayed: false, roundTripMs: 25 });
  expect(read(pair())).toEqual({ isRelayed: false, roundTripMs: null });
});

test.each([{ nominated: false }, { state: 'in-progress' }])(
  '[CALL-23] a pair that is not in use counts as none',
  (more) => {
    expect(read(pair({ currentRoundTripTime: 0.025, ...more }))).toBeNull();
  },
);
