import { expect, test } from 'vitest';
import { buildOggChunk } from './ogg-opus.ts';
import { isDataUrlTooLong, isChunkTooLarge } from './chunk-limits.ts';

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

test('[CALL-39] a chunk with a late end time, another codec or missing bytes is not played', () => {
  const late = chunkOf([ordinary()]);
  const lastPage = late.length - 80 - 28;
  new DataView(late.buffer).setBigUint64(lastPage + 6, 48_000n * 3n, true);
  expect(isChunkTooLarge(late)).toBe(true);
  const other = chunkOf([ordinary()]);
  other.set([0x7f, 0x46, 0x4c, 0x41, 0x43], 28);
  expect(isChunkTooLarge(other)).toBe(true);
  expect(isChunkTooLarge(chunkOf([ordinary()]).slice(0, -3))).toBe(true);
});

test('[CALL-39] a chunk of any type has at most 32 KB', () => {
  expect(isChunkTooLarge(new Uint8Array(32 * 1024))).toBe(false);
  expect(isChunkTooLarge(new Uint8Array(32 * 1024 + 1))).toBe(true);
  const letters = (bytes: number) => `data:audio/webm;base64,${'A'.repeat((bytes / 3) * 4)}`;
  expect(isDataUrlTooLong(letters(32 * 1024))).toBe(false);
  expect(isDataUrlTooLong(letters(33 * 1024))).toBe(true);
});
