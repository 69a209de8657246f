import { expect, test } from 'vitest';
import { buildOggChunk } from './ogg-opus.ts';
import { createPacketChunker } from './packet-chunker.ts';

const packetOf = (length: number, fill = 7) => new Uint8Array(length).fill(fill);

/** Parses the file as a player does: pages with their packets, checksums recomputed bit by bit. */
function readPages(file: Uint8Array) {
  const pages = [];
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.length;) {
    expect(String.fromCharCode(...file.subarray(at, at + 4))).toBe('OggS');
    const laceCount = view.getUint8(at + 26);
    const laces = file.subarray(at + 27, at + 27 + laceCount);
    const packets: Uint8Array[] = [];
    let from = at + 27 + laceCount;
    let length = 0;
    for (const lace of laces) {
      length += lace;
      if (lace === 255) continue;
      packets.push(file.subarray(from, from + length));
      from += length;
      length = 0;
    }
    const page = file.slice(at, from);
    const claimed = view.getUint32(at + 22, true);
    page.fill(0, 22, 26);
    pages.push({
      flags: view.getUint8(at + 5),
      granule: Number(view.getBigUint64(at + 6, true)),
      sequence: view.getUint32(at + 18, true),
      isIntact: slowChecksum(page) === claimed,
      packets,
    });
    at = from;
  }
  return pages;
}

function slowChecksum(bytes: Uint8Array): number {
  let value = 0n;
  for (const byte of bytes) {
    value ^= BigInt(byte) << 24n;
    for (let bit = 0; bit < 8; bit += 1) {
      value <<= 1n;
      if (value & 0x100000000n) value ^= 0x104c11db7n;
    }
  }
  return Number(value);
}

test('[CALL-27] an audio chunk is a complete file: header, tags and packets in pages with the right checksums', () => {
  const packets = [packetOf(80), packetOf(255), packetOf(600), packetOf(1)];
  const pages = readPages(buildOggChunk({ packets, preRollCount: 1 }));
  expect(pages.map(({ flags, sequence, granule, isIntact }) => [flags, sequence, granule, isIntact])).toEqual([
    [2, 0, 0, true],
    [0, 1, 0, true],
    [4, 2, 4 * 960, true],
  ]);
  expect(pages[2]?.packets).toEqual(packets);
  const head = pages[0]?.packets[0];
  expect(String.fromCharCode(...(head?.subarray(0, 8) ?? []))).toBe('OpusHead');
  expect([head?.[8], head?.[9], (head?.[10] ?? 0) + (head?.[11] ?? 0) * 256]).toEqual([1, 1, 960]);
  const tooMany = Array.from({ length: 60 }, () => packetOf(1200));
  expect(() => buildOggChunk({ packets: tooMany, preRollCount: 0 })).toThrow('too much');
});

const numbered = Array.from({ length: 40 }, (_, index) => packetOf(3, index));

test('[CALL-27] every packet is played once, after four packets of pre-roll', () => {
  const chunker = createPacketChunker();
  const chunks = [...numbered.map((packet) => chunker.push(packet)), chunker.flush()].filter((chunk) => chunk !== null);
  expect(chunks.map(({ packets, preRollCount }) => [packets.length, preRollCount])).toEqual([
    [15, 0],
    [19, 4],
    [14, 4],
  ]);
  expect(chunks.flatMap(({ packets, preRollCount }) => packets.slice(preRollCount))).toEqual(numbered);
  expect(chunks[1]?.packets.slice(0, 4)).toEqual(numbered.slice(11, 15));
});

test('[CALL-27] after a reset the next chunk has no pre-roll', () => {
  const chunker = createPacketChunker();
  numbered.forEach((packet) => chunker.push(packet));
  chunker.reset();
  chunker.push(packetOf(1));
  expect([chunker.flush(), chunker.flush()]).toEqual([{ packets: [packetOf(1)], preRollCount: 0 }, null]);
});
