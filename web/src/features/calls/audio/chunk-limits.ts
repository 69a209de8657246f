import { readOggPackets } from './ogg-packets.ts';

/** A chunk of 300 ms has about 2 KB in every browser. */
const maxBytes = 32 * 1024;
const maxSeconds = 2;
/** The rate in which Opus counts. */
const ticksPerSecond = 48_000;
/** Base64 encodes three bytes as four letters. The 200 leave room for the type prefix. */
const maxUrlLength = (maxBytes / 3) * 4 + 200;

export const isDataUrlTooLong = (dataUrl: string) => dataUrl.length > maxUrlLength;

/** A packet of one byte can hold 120 ms of silence, so a small file could fill all memory when it is decoded. */
export function isChunkTooLarge(bytes: Uint8Array): boolean {
  if (bytes.length > maxBytes) return true;
  if (!startsWith(bytes, 'OggS')) return false;
  const ogg = readOggPackets(bytes);
  const [head, , ...audio] = ogg?.packets ?? [];
  if (!ogg || !head || !startsWith(head, 'OpusHead')) return true;
  const ticks = audio.reduce((sum, packet) => sum + ticksOf(packet), 0);
  return ticks > maxSeconds * ticksPerSecond || ogg.lastGranule > BigInt(maxSeconds * ticksPerSecond);
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0));

/** RFC 6716, 3.1: the first byte gives the frame length; the first or second byte gives the number of frames. */
function ticksOf(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet;
  const frameCount = [1, 2, 2, second & 0x3f][first & 3] ?? 1;
  return frameCount * frameTicks(first >> 3);
}

function frameTicks(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config & 3] ?? 2880;
  if (config < 16) return [480, 960][config & 1] ?? 960;
  return [120, 240, 480, 960][config & 3] ?? 960;
}
