import { describe, expect, test } from 'vitest';
import { isChunkTooLarge, isDataUrlTooLong } from './chunk-limits.ts';
import { buildOggChunk } from './ogg-opus.ts';
import { findOverlap } from './overlap.ts';
import { createPacketChunker } from './packet-chunker.ts';
import { newPlayout, scheduleChunk, smallestLead } from './playout.ts';
import type { Playout } from './playout.ts';

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

test('[CALL-27] every packet is played once, after four packets of pre-roll, but for those of before a reset', () => {
  const chunker = createPacketChunker();
  const chunks = [...numbered.map((packet) => chunker.push(packet)), chunker.flush()].filter((chunk) => chunk !== null);
  expect(chunks.map(({ packets, preRollCount }) => [packets.length, preRollCount])).toEqual([
    [15, 0],
    [19, 4],
    [14, 4],
  ]);
  expect(chunks.flatMap(({ packets, preRollCount }) => packets.slice(preRollCount))).toEqual(numbered);
  expect(chunks[1]?.packets.slice(0, 4)).toEqual(numbered.slice(11, 15));
  chunker.push(packetOf(2));
  chunker.reset();
  chunker.push(packetOf(1));
  expect([chunker.flush(), chunker.flush()]).toEqual([{ packets: [packetOf(1)], preRollCount: 0 }, null]);
});

/** One frame of 20 ms, as our encoder produces it. */
const ordinary = (length = 80) => new Uint8Array(length).fill(0x78, 0, 1);
const chunkOf = (packets: Uint8Array[]) => buildOggChunk({ packets, preRollCount: 0 });
const times = (count: number, packet: Uint8Array) => Array.from({ length: count }, () => packet);

test('[CALL-39] an ordinary chunk is played, and none of more than two seconds, whatever its packets', () => {
  const rows: [string, Uint8Array, number][] = [
    ['one frame of 20 ms', ordinary(), 100],
    ['two frames of 60 ms', Uint8Array.of(0x19, 0), 16],
    ['six of 20 ms', Uint8Array.of(0x0b, 6), 16],
    ['48 of 2.5 ms', Uint8Array.of(0xe3, 48), 16],
  ];
  const areTooLarge = ([, packet, most]: (typeof rows)[number]) =>
    [most, most + 1].map((count) => isChunkTooLarge(chunkOf(times(count, packet))));
  expect(rows.map((row) => [row[0], ...areTooLarge(row)])).toEqual(rows.map(([what]) => [what, false, true]));
  expect(isChunkTooLarge(chunkOf(times(19, ordinary(600))))).toBe(false);
});

test('[CALL-39] a chunk with a late end time, another codec, missing bytes or more than 32 KB is not played', () => {
  const good = chunkOf([ordinary()]);
  const [late, other] = [good.slice(), good.slice()];
  new DataView(late.buffer).setBigUint64(late.length - 80 - 28 + 6, 48_000n * 3n, true);
  other.set([0x7f, 0x46, 0x4c, 0x41, 0x43], 28);
  const most = 32 * 1024;
  const chunks = [good, late, other, good.slice(0, -3), new Uint8Array(most), new Uint8Array(most + 1)];
  expect(chunks.map(isChunkTooLarge)).toEqual([false, true, true, true, false, true]);
  const letters = (bytes: number) => `data:audio/webm;base64,${'A'.repeat((bytes / 3) * 4)}`;
  expect([most, most + 1024].map((bytes) => isDataUrlTooLong(letters(bytes)))).toEqual([false, true]);
});

/** Noise that never repeats, like speech. */
function speech(length: number): Float32Array {
  let seed = 1;
  let last = 0;
  return Float32Array.from({ length }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    last = last * 0.9 + (seed / 2_147_483_647 - 0.5) * 0.2;
    return last;
  });
}

const samples = speech(48_000);
const range = { least: 480, most: 9_600 };

test('[CALL-29] overlapping recordings are joined there, and in silence the shortest overlap is taken', () => {
  const first = samples.slice(0, 17_280);
  const overlaps = [600, 1_919, 2_880, 5_001];
  const second = (overlap: number) => samples.slice(17_280 - overlap, 34_560 - overlap);
  expect(overlaps.map((overlap) => findOverlap(first, second(overlap), range))).toEqual(overlaps);
  expect(findOverlap(new Float32Array(10_000), new Float32Array(10_000), range)).toBe(480);
});

const chunkSeconds = 0.3;

/** Schedules chunks that arrive at the given times. */
function play(arrivals: readonly number[], playout: Playout = newPlayout) {
  const scheduled = arrivals.map((now) => {
    const result = scheduleChunk(playout, chunkSeconds, now);
    playout = result?.playout ?? playout;
    return result;
  });
  const played = scheduled.filter((result) => result !== null);
  return { playout, scheduled, played, gapCount: played.filter(({ isAfterGap }) => isAfterGap).length };
}

const steady = (count: number, jitter = (_index: number) => 0) =>
  Array.from({ length: count }, (_, index) => 10 + index * chunkSeconds + jitter(index));

describe('[CALL-28] audio is played on one clock', () => {
  test('chunks that arrive in time follow each other exactly, and jitter within the lead causes no gap', () => {
    const inTime = play(steady(200));
    const expected = inTime.played.map((_, index) => 10 + smallestLead + index * chunkSeconds);
    inTime.played.forEach(({ startAt }, index) => expect(startAt).toBeCloseTo(expected[index] ?? 0, 9));
    for (const { gapCount, played } of [inTime, play(steady(200, (index) => (index % 3) * 0.015))]) {
      expect([gapCount, played.length, played.every(({ rate }) => rate === 1)]).toEqual([1, 200, true]);
    }
  });

  test('late chunks lengthen the lead until there are no more gaps', () => {
    const { playout, scheduled } = play(steady(120, (index) => (index % 7 === 6 ? 0.2 : 0)));
    expect(playout.lead).toBeGreaterThan(0.1);
    expect(scheduled.slice(40).every((result) => result?.isAfterGap === false)).toBe(true);
  });

  test('a steady network shortens the lead again, and a long silence does not count as delay', () => {
    const longLead: Playout = { lead: 0.3, endsAt: 10.3, steadyCount: 0, leastAhead: Infinity };
    const [steadily, afterSilence] = [play(steady(2000), longLead), play([10, 10.3, 15, 15.3])];
    expect([steadily.gapCount, afterSilence.gapCount]).toEqual([0, 2]);
    expect([steadily.playout.lead, afterSilence.playout.lead]).toEqual([smallestLead, smallestLead]);
  });

  test('after an interruption the excess chunks are dropped and the rest plays slightly faster', () => {
    const atOnce = Array.from({ length: 9 }, () => 12.7);
    const { played, scheduled, playout } = play([10, ...atOnce, ...steady(60).map((at) => at + 3)]);
    expect(scheduled.filter((result) => result === null).length).toBeGreaterThan(4);
    expect(played.some(({ rate }) => rate > 1)).toBe(true);
    const lastArrival = 10 + 59 * chunkSeconds + 3;
    expect((playout.endsAt ?? 0) - lastArrival - chunkSeconds).toBeLessThan(0.2);
  });

  test('clock drift between sender and receiver causes no gap', () => {
    const at = (rate: number) => Array.from({ length: 1000 }, (_, index) => 10 + index * chunkSeconds * rate);
    const [slow, fast] = [play(at(1.001)), play(at(0.999))];
    expect([slow.gapCount, fast.gapCount, fast.scheduled.includes(null)]).toEqual([1, 1, false]);
  });
});
