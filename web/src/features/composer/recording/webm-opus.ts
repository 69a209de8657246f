import { ascii, concat } from '../../../lib/bytes.ts';
import { opusHead } from '../../../lib/opus-head.ts';

/** Opus counts in 48 kHz; each packet holds 20 ms. */
const packetMs = 20;
/** A seek starts at the beginning of a cluster. */
const packetsPerCluster = 100;
/** What the encoder of libopus adds in front of the sound, in samples. */
const usualPreSkip = 312;
/** How much a decoder needs before it plays, in nanoseconds (RFC 7845, section 4.6). */
const seekPreRollNs = 80_000_000;

interface OpusSound {
  /** Of 20 ms each. */
  readonly packets: readonly Uint8Array[];
  /** The identification header of the encoder (RFC 7845); null for a usual one. */
  readonly head: Uint8Array | null;
}

/**
 * A WebM file with its duration and an index in front of the sound, so that every browser shows the right length and
 * seeks with one request. Recordings of `MediaRecorder` have neither.
 */
export function buildWebm({ packets, head }: OpusSound): Uint8Array<ArrayBuffer> {
  const clusters = clustersOf(packets);
  const front = concat([describeSound(packets.length * packetMs), describeTrack(head ?? opusHead(usualPreSkip))]);
  const indexBytes = buildIndex(clusters, 0).length;
  const index = buildIndex(clusters, front.length + indexBytes);
  return concat([fileHeader(), element(0x18538067, concat([front, index, ...clusters]))]);
}

/** The header that says how a file can be read. */
const fileHeader = () =>
  element(
    0x1a45dfa3,
    concat([
      element(0x4286, uint(1)),
      element(0x42f7, uint(1)),
      element(0x42f2, uint(4)),
      element(0x42f3, uint(8)),
      element(0x4282, ascii('webm')),
      element(0x4287, uint(4)),
      element(0x4285, uint(2)),
    ]),
  );

function describeSound(durationMs: number): Uint8Array {
  const duration = new Uint8Array(8);
  new DataView(duration.buffer).setFloat64(0, durationMs);
  return element(
    0x1549a966,
    concat([
      // Times are in milliseconds.
      element(0x2ad7b1, uint(1_000_000)),
      element(0x4489, duration),
      element(0x4d80, ascii('chat')),
      element(0x5741, ascii('chat')),
    ]),
  );
}

function describeTrack(head: Uint8Array): Uint8Array {
  const preSkip = new DataView(head.buffer, head.byteOffset).getUint16(10, true);
  const sampleRate = new Uint8Array(8);
  new DataView(sampleRate.buffer).setFloat64(0, 48_000);
  const track = concat([
    element(0xd7, uint(1)),
    element(0x73c5, uint(1)),
    // Audio.
    element(0x83, uint(2)),
    element(0x9c, uint(0)),
    element(0x86, ascii('A_OPUS')),
    element(0x56aa, uint(Math.round((preSkip / 48_000) * 1e9))),
    element(0x56bb, uint(seekPreRollNs)),
    element(0x63a2, head),
    element(0xe1, concat([element(0xb5, sampleRate), element(0x9f, uint(1))])),
  ]);
  return element(0x1654ae6b, element(0xae, track));
}

function clustersOf(packets: readonly Uint8Array[]): readonly Uint8Array[] {
  const count = Math.ceil(packets.length / packetsPerCluster);
  return Array.from({ length: count }, (_, index) => {
    const first = index * packetsPerCluster;
    const blocks = packets
      .slice(first, first + packetsPerCluster)
      .map((packet, at) => element(0xa3, concat([blockHeader(at * packetMs), packet])));
    return element(0x1f43b675, concat([element(0xe7, uint(first * packetMs)), ...blocks]));
  });
}

/** Of track 1, at a time relative to its cluster; every packet of Opus can be decoded by itself. */
function blockHeader(atMs: number): Uint8Array {
  return Uint8Array.of(0x81, atMs >> 8, atMs & 0xff, 0x80);
}

/** Where each cluster begins. Its length does not depend on the positions, because they take four bytes each. */
function buildIndex(clusters: readonly Uint8Array[], firstAt: number): Uint8Array {
  let at = firstAt;
  const points = clusters.map((cluster, index) => {
    const positions = concat([element(0xf7, uint(1)), element(0xf1, uint(at))]);
    at += cluster.length;
    const atMs = index * packetsPerCluster * packetMs;
    return element(0xbb, concat([element(0xb3, uint(atMs)), element(0xb7, positions)]));
  });
  return element(0x1c53bb6b, concat(points));
}

/** An element of EBML (RFC 8794). */
function element(id: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const idBytes = uint(id);
  const firstByte = idBytes.findIndex((byte) => byte !== 0);
  return concat([idBytes.subarray(firstByte), lengthOf(content), content]);
}

/** One byte, which is enough for most packets, or four. */
function lengthOf({ length }: Uint8Array): Uint8Array {
  return length < 0x7f ? Uint8Array.of(0x80 + length) : uint(0x1000_0000 + length);
}

function uint(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
