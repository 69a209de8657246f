import { expect, test } from 'vitest';
import { idleMachine, isLate, nextLoad } from './machine-load.ts';
import { readMediaSnapshot, serverStats, statsBetween } from './media-stats.ts';
import type { MediaSnapshot, ParticipantStats } from './media-stats.ts';
import { areMostBad, goodQuality, isBad, nextQuality } from './quality.ts';
import { readPathStats } from './stats.ts';

type Entry = Record<string, unknown> & { id: string };

const pair = (more: object = {}): Entry => ({
  id: 'pair',
  type: 'candidate-pair',
  nominated: true,
  state: 'succeeded',
  timestamp: 10_000,
  localCandidateId: 'local',
  remoteCandidateId: 'remote',
  currentRoundTripTime: 0.04,
  bytesSent: 1_000,
  bytesReceived: 2_000,
  ...more,
});
const codecs: Entry[] = [
  { id: 'opus', type: 'codec', mimeType: 'audio/opus' },
  { id: 'vp8', type: 'codec', mimeType: 'video/VP8' },
];
const received = { type: 'inbound-rtp', packetsReceived: 90, packetsLost: 10 };
const microphone: Entry = { ...received, id: 'in-a', kind: 'audio', mid: '0', codecId: 'opus' };
const picture = { framesPerSecond: 30, frameWidth: 1280, frameHeight: 720 };
const camera: Entry = {
  ...received,
  ...picture,
  id: 'in-v',
  kind: 'video',
  mid: '1',
  codecId: 'vp8',
  framesDecoded: 60,
};
const read = (...entries: Entry[]) => readMediaSnapshot(new Map(entries.map((entry) => [entry.id, entry])));
const snapshotOf = (...entries: Entry[]) => read(...entries) as MediaSnapshot;

test('[CALL-430] the statistics name path, codecs, round trip, size and frames, if there is a path', () => {
  const withoutPath = [read(...codecs, camera), read(pair({ nominated: false }), camera)];
  expect(withoutPath).toEqual([null, null]);
  const size = { framesPerSecond: 30, width: 1280, height: 720 };
  const named = { path: 'direct', roundTripMs: 40, audioCodec: 'opus', videoCodec: 'VP8', ...size };
  const unmeasured = { lossPercent: null, sentKbps: null, receivedKbps: null };
  const stats = statsBetween(null, snapshotOf(pair(), ...codecs, microphone, camera));
  expect(stats).toEqual({ ...named, ...unmeasured });
  const relay: Entry = { id: 'local', type: 'local-candidate', candidateType: 'relay' };
  const off = { ...camera, framesPerSecond: undefined };
  const relayed = { path: 'relay (TURN)', framesPerSecond: null, width: null };
  expect(statsBetween(null, snapshotOf(pair(), relay, off))).toMatchObject(relayed);
});

test('[CALL-430] loss and rates are those since the last measurement', () => {
  const before = snapshotOf(pair(), ...codecs, microphone, camera);
  const later = snapshotOf(
    pair({ timestamp: 12_000, bytesSent: 251_000, bytesReceived: 502_000 }),
    { ...microphone, packetsReceived: 180, packetsLost: 20 },
    { ...camera, packetsReceived: 180 },
  );
  const lossPercent = expect.closeTo((100 * 10) / 190);
  expect(statsBetween(before, later)).toMatchObject({ sentKbps: 1_000, receivedKbps: 2_000, lossPercent });
});

test('[CALL-430] another path counts from the beginning, and late packets are no negative loss', () => {
  const before = snapshotOf(pair({ bytesSent: 9_000_000 }), microphone);
  const later = snapshotOf(pair({ timestamp: 12_000 }), { ...microphone, packetsReceived: 190, packetsLost: 5 });
  expect(statsBetween(before, later)).toMatchObject({ sentKbps: null, receivedKbps: 0, lossPercent: 0 });
});

test('[CALL-428] loss counts as long as the peer reports it, and too little bandwidth is recognised', () => {
  const lossAfter = (agoMs: number) => {
    const report: Entry = { id: 'rr', type: 'remote-inbound-rtp', timestamp: 100_000 - agoMs, fractionLost: 0.2 };
    return snapshotOf(pair({ timestamp: 100_000 }), report).sentLossPercent;
  };
  expect([1_000, 9_000, 11_000].map(lossAfter)).toEqual([20, 20, 0]);

  const rows: [rate: number, limitedBy: string, frames: number, isShort: boolean][] = [
    [200_000, 'bandwidth', 12, true],
    [300_000, 'bandwidth', 12, false],
    [200_000, 'cpu', 12, false],
    [200_000, 'bandwidth', 0, false],
  ];
  const measured = rows.map(([rate, qualityLimitationReason, framesPerSecond]) => {
    const sent = { id: 'out', type: 'outbound-rtp', kind: 'video', qualityLimitationReason, framesPerSecond };
    const { isShortOfBandwidth } = snapshotOf(pair({ availableOutgoingBitrate: rate }), sent);
    return [rate, qualityLimitationReason, framesPerSecond, isShortOfBandwidth];
  });
  expect(measured).toEqual(rows);
});

test('[CALL-427] the decoded frames are counted for each video', () => {
  const { videoByMid } = snapshotOf(pair(), microphone, camera, { ...camera, id: 'in-s', mid: '2', framesDecoded: 7 });
  expect(Array.from(videoByMid, ([mid, { framesDecoded }]) => [mid, framesDecoded])).toEqual([
    ['1', 60],
    ['2', 7],
  ]);
});

test('[CALL-497] the statistics say whether this computer is too slow for what it sends or receives', () => {
  const sent = { id: 'out-v', type: 'outbound-rtp', kind: 'video', framesPerSecond: 12 };
  const unseen = { ...camera, framesDecoded: 0, framesReceived: 10 };
  const rows: [string, Entry[], boolean, boolean][] = [
    ['nothing', [], false, false],
    ['a picture without limits', [{ ...sent, qualityLimitationReason: 'none' }], true, false],
    ['one that the network limits', [{ ...sent, qualityLimitationReason: 'bandwidth' }], true, false],
    ['one that the processor limits', [{ ...sent, qualityLimitationReason: 'cpu' }], true, true],
    ['one that is no longer sent', [{ ...sent, framesPerSecond: 0, qualityLimitationReason: 'cpu' }], false, false],
    ['frames that arrive and are not shown', [unseen], false, true],
    ['the very first frames', [{ ...unseen, framesReceived: 9 }], false, false],
    ['frames that are shown', [{ ...unseen, framesDecoded: 1 }], false, false],
  ];
  const measured = rows.map(([what, entries]) => {
    const { isSendingVideo, isShortOfCpu } = snapshotOf(pair(), ...entries);
    return [what, entries, isSendingVideo, isShortOfCpu];
  });
  expect(measured).toEqual(rows);
});

const candidate = (id: string, candidateType: string) => ({ id, type: 'local-candidate', candidateType });
const readPath = (...entries: { id: string }[]) => readPathStats(new Map(entries.map((entry) => [entry.id, entry])));

test('[TRF-31] a pair with a relay at either end is relayed', () => {
  const rows: [string, string, boolean][] = [
    ['host', 'srflx', false],
    ['relay', 'host', true],
    ['host', 'relay', true],
  ];
  const isRelayed = ([local, remote]: (typeof rows)[number]) =>
    readPath(candidate('local', local), candidate('remote', remote), pair())?.isRelayed;
  expect(rows.map((row) => [row[0], row[1], isRelayed(row)])).toEqual(rows);
});

test('[CALL-23] the round-trip time of the pair in use is read in milliseconds', () => {
  expect(readPath(pair({ currentRoundTripTime: 0.025 }))).toEqual({ isRelayed: false, roundTripMs: 25 });
  expect(readPath(pair({ currentRoundTripTime: undefined }))).toEqual({ isRelayed: false, roundTripMs: null });
  const unused = [{ nominated: false }, { state: 'in-progress' }].map((more) => readPath(pair(more)));
  expect(unused).toEqual([null, null]);
});

/** b: a bad measurement, g: a good one. */
const isPoorAfter = (measurements: string) =>
  Array.from(measurements).reduce((quality, each) => nextQuality(quality, each === 'b'), goodQuality).isPoor;

test('[CALL-428] a connection is poor after three bad measurements in a row, and good again after five good ones', () => {
  const rows: [string, boolean][] = [
    ['bb', false],
    ['bbgbb', false],
    ['bbb', true],
    ['bbbgggg', true],
    ['bbbggbggg', true],
    ['bbbggggg', false],
  ];
  expect(rows.map(([measurements]) => [measurements, isPoorAfter(measurements)])).toEqual(rows);
});

test('[CALL-428] a measurement is bad because of loss, a long round trip or too little bandwidth', () => {
  const rows: [Partial<ParticipantStats>, Partial<MediaSnapshot>, boolean][] = [
    [{ lossPercent: 8.1 }, {}, true],
    [{}, { sentLossPercent: 8.1 }, true],
    [{ roundTripMs: 601 }, {}, true],
    [{}, { isShortOfBandwidth: true }, true],
    [{ lossPercent: 8, roundTripMs: 600 }, { sentLossPercent: 8 }, false],
    [{}, {}, false],
  ];
  const judged = rows.map(([stats, snapshot]) => {
    const measured = { sentLossPercent: 0, isShortOfBandwidth: false, ...snapshot } as MediaSnapshot;
    return [stats, snapshot, isBad({ ...serverStats, ...stats }, measured)];
  });
  expect(judged).toEqual(rows);
  // One bad connection among several is that of the other side.
  expect([[], [true], [true, false], [true, true, false]].map(areMostBad)).toEqual([false, true, false, true]);
});

/** b: a bad check, g: a good one. */
const isBusyAfter = (checks: string) =>
  Array.from(checks).reduce((load, check) => nextLoad(load, check === 'b'), idleMachine).isBusy;

test('[CALL-497] a computer is busy after two bad checks close together, until ten good ones', () => {
  const rows: [string, boolean][] = [
    ['', false],
    ['b', false],
    ['bb', true],
    ['bggggb', true],
    ['bgggggb', false],
    ['bbggggggggg', true],
    ['bbgggggggggg', false],
    ['bbgggggbggggggggg', true],
  ];
  expect(rows.map(([checks]) => [checks, isBusyAfter(checks)])).toEqual(rows);
});

test('[CALL-497] a timer that comes more than a quarter of a second late is a bad check, except in a hidden page', () => {
  const rows: [number, boolean, boolean][] = [
    [500, false, false],
    [750, false, false],
    [751, false, true],
    [1_500, true, false],
  ];
  const isBadCheck = ([ms, isHidden]: (typeof rows)[number]) => isLate(ms, { everyMs: 500, isHidden });
  expect(rows.map((row) => [row[0], row[1], isBadCheck(row)])).toEqual(rows);
});
