import { ascii, concat } from '../../../lib/bytes.ts';
import { opusHead } from '../../../lib/opus-head.ts';

/** Samples per packet: 20 ms at the 48 kHz in which Opus counts. */
const packetSamples = 960;

interface OpusChunk {
  readonly packets: readonly Uint8Array[];
  /** The number of leading packets that only warm up the decoder and are not played. */
  readonly preRollCount: number;
}

/**
 * Builds a complete Ogg file from some packets of a longer stream. The decoder discards the output of the pre-roll
 * packets (`pre-skip`), so that consecutive chunks join without a gap.
 */
export function buildOggChunk({ packets, preRollCount }: OpusChunk): Uint8Array<ArrayBuffer> {
  return concat([
    buildPage({ body: [opusHead(preRollCount * packetSamples)], sequence: 0, granule: 0, flags: firstPage }),
    buildPage({ body: [opusTags()], sequence: 1, granule: 0, flags: 0 }),
    buildPage({ body: packets, sequence: 2, granule: packets.length * packetSamples, flags: lastPage }),
  ]);
}

const firstPage = 2;
const lastPage = 4;
const serial = 0x43414c4c;
const headerBytes = 27;

interface Page {
  readonly body: readonly Uint8Array[];
  readonly sequence: number;
  readonly granule: number;
  readonly flags: number;
}

/** RFC 3533. A page holds up to 255 lacing values, far more than one second of packets needs. */
function buildPage({ body, sequence, granule, flags }: Page): Uint8Array<ArrayBuffer> {
  const laces = body.flatMap(lacesOf);
  if (laces.length > 255) throw new Error('too much for one page');
  const page = concat([new Uint8Array(headerBytes), Uint8Array.from(laces), ...body]);
  const view = new DataView(page.buffer);
  page.set(ascii('OggS'));
  view.setUint8(5, flags);
  view.setBigUint64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, sequence, true);
  view.setUint8(26, laces.length);
  view.setUint32(22, checksum(page), true);
  return page;
}

/** The lacing values of a packet: bytes that add up to its length. A value below 255 ends the packet. */
function lacesOf({ length }: Uint8Array): number[] {
  return [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255];
}

function opusTags(): Uint8Array {
  const vendor = ascii('chat');
  const tags = new Uint8Array(16 + vendor.length);
  tags.set(ascii('OpusTags'));
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  tags.set(vendor, 12);
  return tags;
}

const checksumTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** Ogg's own CRC: not reflected, starting from zero. */
function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) ^ (checksumTable[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return value;
}
