import { readPathStats } from './stats.ts';

/** One received video. */
export interface VideoStats {
  readonly framesDecoded: number;
  readonly framesPerSecond: number;
  readonly width: number;
  readonly height: number;
}

/** What a peer connection has sent and received so far. */
export interface MediaSnapshot {
  readonly atMs: number;
  readonly isRelayed: boolean;
  readonly roundTripMs: number | null;
  readonly audioCodec: string | null;
  readonly videoCodec: string | null;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** The share of our packets that the peer has lost lately, in percent. */
  readonly sentLossPercent: number;
  /** The encoder has to save bandwidth, and little of it is left. */
  readonly isShortOfBandwidth: boolean;
  /** A picture is being sent. */
  readonly isSendingVideo: boolean;
  /** This computer is too slow for the pictures that it sends, or for those that have arrived. */
  readonly isShortOfCpu: boolean;
  readonly videoByMid: ReadonlyMap<string, VideoStats>;
}

/** For the statistics panel. Null is unknown. */
export interface ParticipantStats {
  readonly path: 'direct' | 'relay (TURN)' | 'server';
  readonly roundTripMs: number | null;
  readonly audioCodec: string | null;
  readonly videoCodec: string | null;
  /** Of the received packets. */
  readonly lossPercent: number | null;
  readonly sentKbps: number | null;
  readonly receivedKbps: number | null;
  readonly framesPerSecond: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

export const serverStats: ParticipantStats = {
  path: 'server',
  roundTripMs: null,
  audioCodec: null,
  videoCodec: null,
  lossPercent: null,
  sentKbps: null,
  receivedKbps: null,
  framesPerSecond: null,
  width: null,
  height: null,
};

/** The statistics that are read here. Browsers leave out what they do not measure. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly kind?: string;
  readonly mid?: string;
  readonly codecId?: string;
  readonly mimeType?: string;
  readonly packetsReceived?: number;
  readonly packetsLost?: number;
  readonly fractionLost?: number;
  readonly framesReceived?: number;
  readonly framesDecoded?: number;
  readonly framesPerSecond?: number;
  readonly frameWidth?: number;
  readonly frameHeight?: number;
  readonly qualityLimitationReason?: string;
  readonly nominated?: boolean;
  readonly state?: string;
  readonly bytesSent?: number;
  readonly bytesReceived?: number;
  readonly availableOutgoingBitrate?: number;
}

/** The peer reports its loss at least this often while something is sent. Afterwards, browsers keep the last report. */
const currentMs = 10_000;
/** Too little for a picture that is worth watching. */
const scarceBitrate = 250_000;

/** So many complete frames have arrived, half a second of them, and the first one is not shown yet. */
const undecodedFrames = 10;

/** Reads a report of statistics; null while the connection has no path. */
export function readMediaSnapshot(report: Pick<RTCStatsReport, 'forEach'>): MediaSnapshot | null {
  const path = readPathStats(report);
  const entries: Entry[] = [];
  report.forEach((entry: Entry) => entries.push(entry));
  const pairs = entries.filter(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  );
  const [pair] = pairs;
  if (!path || !pair) return null;
  const inbound = entries.filter(({ type }) => type === 'inbound-rtp');
  const outbound = entries.filter(({ type }) => type === 'outbound-rtp');
  const reported = entries.filter(
    ({ type, timestamp }) => type === 'remote-inbound-rtp' && pair.timestamp - timestamp < currentMs,
  );
  const codecOf = (kind: string) => codecName(entries, [...inbound.toSorted(byFrames), ...outbound], kind);
  const sending = outbound.filter(({ framesPerSecond = 0 }) => framesPerSecond > 0);
  const isLimitedBy = (reason: string) =>
    sending.some(({ qualityLimitationReason }) => qualityLimitationReason === reason);
  return {
    ...path,
    atMs: pair.timestamp,
    audioCodec: codecOf('audio'),
    videoCodec: codecOf('video'),
    packetsReceived: sum(inbound, 'packetsReceived'),
    packetsLost: sum(inbound, 'packetsLost'),
    bytesSent: sum(pairs, 'bytesSent'),
    bytesReceived: sum(pairs, 'bytesReceived'),
    sentLossPercent: 100 * Math.max(0, ...reported.map(({ fractionLost = 0 }) => fractionLost)),
    isShortOfBandwidth: isLimitedBy('bandwidth') && (pair.availableOutgoingBitrate ?? Infinity) < scarceBitrate,
    isSendingVideo: sending.length > 0,
    isShortOfCpu: isLimitedBy('cpu') || inbound.some(isUndecoded),
    videoByMid: new Map(
      inbound.filter(({ kind }) => kind === 'video').map((entry) => [entry.mid ?? '', videoOf(entry)]),
    ),
  };
}

type Counter = 'packetsReceived' | 'packetsLost' | 'bytesSent' | 'bytesReceived';
const sum = (entries: readonly Entry[], counter: Counter) =>
  entries.reduce((total, entry) => total + (entry[counter] ?? 0), 0);

const isUndecoded = ({ framesReceived = 0, framesDecoded = 0 }: Entry) =>
  framesDecoded === 0 && framesReceived >= undecodedFrames;

const byFrames = (one: Entry, other: Entry) => (other.framesDecoded ?? 0) - (one.framesDecoded ?? 0);

const videoOf = ({ framesDecoded, framesPerSecond, frameWidth, frameHeight }: Entry): VideoStats => ({
  framesDecoded: framesDecoded ?? 0,
  framesPerSecond: framesPerSecond ?? 0,
  width: frameWidth ?? 0,
  height: frameHeight ?? 0,
});

/** 'video/VP8' is shown as 'VP8'. */
function codecName(entries: readonly Entry[], streams: readonly Entry[], kind: string): string | null {
  const codecId = streams.find((stream) => stream.kind === kind && stream.codecId !== undefined)?.codecId;
  return entries.find(({ id }) => id === codecId)?.mimeType?.split('/')[1] ?? null;
}

/** The rates between two readings. The first reading has none. */
export function statsBetween(before: MediaSnapshot | null, after: MediaSnapshot): ParticipantStats {
  const seconds = before ? (after.atMs - before.atMs) / 1000 : 0;
  const grown = (counter: Counter) => (before && seconds > 0 ? after[counter] - before[counter] : null);
  const kbps = (bytes: number | null) =>
    bytes === null || bytes < 0 ? null : Math.round((bytes * 8) / 1000 / seconds);
  const [lost, received] = [grown('packetsLost'), grown('packetsReceived')];
  const isMeasured = lost !== null && received !== null && received + lost > 0;
  const video = largestPlaying(after);
  return {
    path: after.isRelayed ? 'relay (TURN)' : 'direct',
    roundTripMs: after.roundTripMs,
    audioCodec: after.audioCodec,
    videoCodec: after.videoCodec,
    // A packet that arrives late is subtracted from those lost.
    lossPercent: isMeasured ? Math.max(0, (100 * lost) / (received + lost)) : null,
    sentKbps: kbps(grown('bytesSent')),
    receivedKbps: kbps(grown('bytesReceived')),
    framesPerSecond: video?.framesPerSecond ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
  };
}

const largestPlaying = ({ videoByMid }: MediaSnapshot): VideoStats | null =>
  [...videoByMid.values()]
    .filter(({ framesPerSecond }) => framesPerSecond > 0)
    .toSorted((one, other) => other.width * other.height - one.width * one.height)[0] ?? null;
