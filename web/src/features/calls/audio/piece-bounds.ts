import { readOggPackets } from './ogg-packets.ts';

/** A piece of 300 ms has 2 KB or so, whoever made it. */
const maxBytes = 32 * 1024;
const maxSeconds = 2;
/** What Opus counts in. */
const ticksPerSecond = 48_000;
/** In base64 four letters are three bytes; in front of them stands the type. */
const maxLetters = (maxBytes / 3) * 4 + 200;

export const isTooLongToRead = (dataUrl: string) => dataUrl.length > maxLetters;

/** Few bytes can say a lot: a packet of one byte is up to 120 ms of silence. Decoded, that would take all memory. */
export function isTooMuchToPlay(bytes: Uint8Array): boolean {
  if (bytes.length > maxBytes) return true;
  if (!startsWith(bytes, 'OggS')) return false;
  const ogg = readOggPackets(bytes);
  const [head, , ...sound] = ogg?.packets ?? [];
  if (!ogg || !head || !startsWith(head, 'OpusHead')) return true;
  const ticks = sound.reduce((sum, packet) => sum + ticksOf(packet), 0);
  return ticks > maxSeconds * ticksPerSecond || ogg.lastGranule > BigInt(maxSeconds * ticksPerSecond);
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Array.from(text).every((letter, index) => bytes[index] === letter.charCodeAt(0));

/** RFC 6716, 3.1: the first byte says how long a frame is, and it or the second one how many there are. */
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
