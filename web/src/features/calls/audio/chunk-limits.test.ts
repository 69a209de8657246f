import { expect, test } from 'vitest';
import { buildOggPiece } from './ogg-opus.ts';
import { isTooLongToRead, isTooMuchToPlay } from './chunk-limits.ts';

/** One frame of 20 ms, as our encoder produces it. */
const ordinary = (length = 80) => new Uint8Array(length).fill(0x78, 0, 1);
const pieceOf = (packets: Uint8Array[]) => buildOggPiece({ packets, preRollCount: 0 });
const times = (count: number, packet: Uint8Array) => Array.from({ length: count }, () => packet);

test('[CALL-39] an ordinary chunk is played', () => {
  expect(isTooMuchToPlay(pieceOf(times(19, ordinary())))).toBe(false);
  expect(isTooMuchToPlay(pieceOf(times(19, ordinary(600))))).toBe(false);
});

test('[CALL-39] a chunk of more than two seconds is not played', () => {
  expect(isTooMuchToPlay(pieceOf(times(100, ordinary())))).toBe(false);
  expect(isTooMuchToPlay(pieceOf(times(101, ordinary())))).toBe(true);
});

test.each([
  ['two frames of 60 ms', [0x19, 0], 16],
  ['six of 20 ms', [0x0b, 6], 16],
  ['48 of 2.5 ms', [0xe3, 48], 16],
])('[CALL-39] the limit of two seconds also counts packets of %s', (_what, bytes, count) => {
  expect(isTooMuchToPlay(pieceOf(times(count, Uint8Array.from(bytes))))).toBe(false);
  expect(isTooMuchToPlay(pieceOf(times(count + 1, Uint8Array.from(bytes))))).toBe(true);
});

test('[CALL-39] a chunk with a late end time, another codec or missing bytes is not played', () => {
  const late = pieceOf([ordinary()]);
  const lastPage = late.length - 80 - 28;
  new DataView(late.buffer).setBigUint64(lastPage + 6, 48_000n * 3n, true);
  expect(isTooMuchToPlay(late)).toBe(true);
  const other = pieceOf([ordinary()]);
  other.set([0x7f, 0x46, 0x4c, 0x41, 0x43], 28);
  expect(isTooMuchToPlay(other)).toBe(true);
  expect(isTooMuchToPlay(pieceOf([ordinary()]).slice(0, -3))).toBe(true);
});

test('[CALL-39] a chunk of any type has at most 32 KB', () => {
  expect(isTooMuchToPlay(new Uint8Array(32 * 1024))).toBe(false);
  expect(isTooMuchToPlay(new Uint8Array(32 * 1024 + 1))).toBe(true);
  const letters = (bytes: number) => `data:audio/webm;base64,${'A'.repeat((bytes / 3) * 4)}`;
  expect(isTooLongToRead(letters(32 * 1024))).toBe(false);
  expect(isTooLongToRead(letters(33 * 1024))).toBe(true);
});
