/** 20 ms of silence, as Opus encodes it. */
const silence = Buffer.from([0xf8, 0xff, 0xfe]);
const packetsPerSecond = 50;
const samplesPerPacket = 960;
/** A page has at most 255 packets of this size. */
const pagePackets = 250;

const [firstPage, middlePage, lastPage] = [2, 0, 4];

/** A sound of any length, without waiting for it: silence as Ogg with Opus (RFC 3533, RFC 7845). */
export function silentOgg(seconds: number): Buffer {
  const head = Buffer.from('OpusHead\u0001\u0001\0\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.from('OpusTags\u0004\0\0\0test\0\0\0\0', 'latin1');
  const pages = [toPage([head], { sequence: 0, granule: 0, flags: firstPage })];
  pages.push(toPage([tags], { sequence: 1, granule: 0, flags: middlePage }));
  const count = seconds * packetsPerSecond;
  for (let from = 0; from < count; from += pagePackets) {
    const until = Math.min(count, from + pagePackets);
    const packets = Array.from({ length: until - from }, () => silence);
    const flags = until === count ? lastPage : middlePage;
    pages.push(toPage(packets, { sequence: pages.length, granule: until * samplesPerPacket, flags }));
  }
  return Buffer.concat(pages);
}

interface PageFields {
  sequence: number;
  granule: number;
  flags: number;
}

function toPage(packets: Buffer[], { sequence, granule, flags }: PageFields): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(packets.length, 26);
  const page = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

/** Ogg's own CRC-32: not reflected, and from zero. */
function checksum(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  }
  return value >>> 0;
}
