import { expect, test } from 'vitest';
import { loudnessOf, toWaveform, waveformLength } from './loudness.ts';
import { buildWebm } from './webm-opus.ts';

interface Element {
  readonly id: number;
  readonly at: number;
  readonly content: Uint8Array;
}

/** The elements of a file or of an element: an id, a length of one or four bytes, the content. */
function elementsOf(bytes: Uint8Array): Element[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const idBytes = Math.clz32(bytes[at] ?? 0) - 23;
    const id = Array.from(bytes.subarray(at, at + idBytes)).reduce((value, byte) => value * 256 + byte, 0);
    const isShort = (bytes[at + idBytes] ?? 0) >= 0x80;
    const length = isShort ? (bytes[at + idBytes] ?? 0) - 0x80 : view.getUint32(at + idBytes) - 0x1000_0000;
    const from = at + idBytes + (isShort ? 1 : 4);
    found.push({ id, at, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return found;
}

const find = (bytes: Uint8Array, ...ids: number[]): Uint8Array =>
  ids.reduce(
    (inside, id) => elementsOf(inside).find((element) => element.id === id)?.content ?? new Uint8Array(),
    bytes,
  );
const number = (bytes: Uint8Array) => bytes.reduce((value, byte) => value * 256 + byte, 0);

const [segment, info, cluster, cues] = [0x18538067, 0x1549a966, 0x1f43b675, 0x1c53bb6b];
const packets = Array.from({ length: 250 }, (_, at) => Uint8Array.of(at, at, at));

test('[VOI-5] a file names its duration, its index leads to every two seconds, and the packets follow each other', () => {
  const file = buildWebm({ packets, head: null });
  const duration = find(file, segment, info, 0x4489);
  expect(new DataView(duration.buffer, duration.byteOffset).getFloat64(0)).toBe(5_000);
  const body = find(file, segment);
  const points = elementsOf(find(body, cues)).map(({ content }) => ({
    atMs: number(find(content, 0xb3)),
    position: number(find(content, 0xb7, 0xf1)),
  }));
  const clusters = elementsOf(body).filter(({ id }) => id === cluster);
  const starts = clusters.map(({ content }) => number(find(content, 0xe7)));
  expect([starts, points.map(({ atMs }) => atMs)]).toEqual([[0, 2_000, 4_000], starts]);
  expect(points.map(({ position }) => position)).toEqual(clusters.map(({ at }) => at));
  const blocks = clusters.flatMap(({ content }, index) =>
    elementsOf(content)
      .filter(({ id }) => id === 0xa3)
      .map((block) => [
        (starts[index] ?? 0) + number(block.content.subarray(1, 3)),
        Array.from(block.content.subarray(4)),
      ]),
  );
  expect(blocks).toEqual(packets.map((packet, at) => [at * 20, Array.from(packet)]));
});

test('[VOI-5] what the encoder says about its delay is passed on', () => {
  const head = Buffer.concat([Buffer.from('OpusHead'), Uint8Array.of(1, 1, 0xe0, 1), new Uint8Array(7)]);
  const track = find(buildWebm({ packets, head }), segment, 0x1654ae6b, 0xae);
  expect(Array.from(find(track, 0x63a2))).toEqual(Array.from(head));
  expect(number(find(track, 0x56aa))).toBe(10_000_000);
});

test('[VOI-5] ten minutes are a valid file', () => {
  const many = Array.from({ length: 30_000 }, () => new Uint8Array(80));
  const file = buildWebm({ packets: many, head: null });
  expect(elementsOf(find(file, segment)).filter(({ id }) => id === cluster)).toHaveLength(300);
  expect(file.length).toBeLessThan(many.length * 90 + 10_000);
});

test('[VOI-4] the waveform follows the sound, from silence to its loudest part', () => {
  const rising = Array.from({ length: 1_000 }, (_, index) => index / 2_000);
  const waveform = toWaveform(rising);
  expect(waveform).toHaveLength(waveformLength);
  expect(waveform).toEqual(waveform.toSorted((a, b) => a - b));
  expect([waveform[0], waveform.at(-1)]).toEqual([3, 31]);
  // Of loud sounds, too, values are what the contract allows.
  const loud = toWaveform(Array.from({ length: 300 }, (_, index) => (index % 7) / 3));
  expect(loud.every((value) => Number.isInteger(value) && value >= 0 && value <= 31)).toBe(true);
});

test('[VOI-4] silence is not blown up, a short sound fills the whole waveform, and a tone has its effective value', () => {
  expect(Math.max(...toWaveform(Array.from({ length: 500 }, () => 0.0001)))).toBeLessThan(3);
  expect(toWaveform([0.2, 0.2])).toEqual(Array.from({ length: waveformLength }, () => 31));
  expect(toWaveform([])).toEqual(Array.from({ length: waveformLength }, () => 0));
  const tone = Float32Array.from({ length: 960 }, (_, index) => Math.sin((2 * Math.PI * index) / 96));
  expect(loudnessOf(tone)).toBeCloseTo(Math.SQRT1_2, 3);
  expect(loudnessOf(new Float32Array())).toBe(0);
});
