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

test('[TRF-31] a pair with a relay at either end is relayed', () => {
  const rows: [string, string, boolean][] = [
    ['host', 'srflx', false],
    ['relay', 'host', true],
    ['host', 'relay', true],
  ];
  const isRelayed = ([local, remote]: (typeof rows)[number]) =>
    read(candidate('local', local), candidate('remote', remote), pair())?.isRelayed;
  expect(rows.map((row) => [row[0], row[1], isRelayed(row)])).toEqual(rows);
});

test('[CALL-23] the round-trip time of the pair in use is read in milliseconds', () => {
  expect(read(pair({ currentRoundTripTime: 0.025 }))).toEqual({ isRelayed: false, roundTripMs: 25 });
  expect(read(pair())).toEqual({ isRelayed: false, roundTripMs: null });
  const unused = [{ nominated: false }, { state: 'in-progress' }].map((more) => read(pair(more)));
  expect(unused).toEqual([null, null]);
});
