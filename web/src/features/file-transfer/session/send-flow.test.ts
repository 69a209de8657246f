import { expect, test } from 'vitest';
import { StandInChannel } from '../../../../test/stand-in-channel.ts';
import { highWaterBytes, startSending, windowBytes } from './send-flow.ts';
import type { SliceSource } from './send-flow.ts';

const megabyte = 1024 * 1024;

/** In-memory files that are read in slices, as from a disk. */
function sourceOf(files: readonly Uint8Array<ArrayBuffer>[]) {
  let current = new Uint8Array();
  let index = 0;
  let at = 0;
  const read = { ahead: 0, hasChanged: false };
  const source: SliceSource = {
    open: (file, offset) => {
      current = files[file] ?? new Uint8Array();
      index = file;
      at = offset;
    },
    next: async () => {
      if (read.hasChanged) throw new DOMException('The file has changed', 'NotReadableError');
      if (at >= current.length) return null;
      const slice = current.slice(at, at + megabyte).buffer;
      at += slice.byteLength;
      read.ahead += slice.byteLength;
      return slice;
    },
    digest: async () => `${index}`.padStart(64, '0'),
  };
  return { source, read };
}

function aFlow(files: readonly Uint8Array<ArrayBuffer>[], hasControl: boolean) {
  const arrived: (string | ArrayBuffer)[] = [];
  const events: string[] = [];
  const channel = new StandInChannel((data) => arrived.push(data));
  const { source, read } = sourceOf(files);
  const stop = startSending({
    channel,
    sizes: files.map(({ length }) => length),
    source,
    hasControl,
    onProgress: () => {},
    onReceived: (file) => events.push(`received ${file}`),
    onCompleted: () => events.push('completed'),
    onFault: (fault) => events.push(fault),
    onPeerFault: (fault) => events.push(`peer ${fault}`),
  });
  const receive = (message: object) => channel.receive(JSON.stringify(message));
  return { arrived, channel, read, stop, receive, events };
}

/** Runs all pending microtasks. */
const settle = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

async function sendAll({ channel }: ReturnType<typeof aFlow>, until: () => boolean) {
  for (let round = 0; round < 10_000 && !until(); round += 1) {
    await settle();
    channel.letOut(64);
  }
}

const bytes = (length: number) => new Uint8Array(length).map((_nothing, at) => at % 251);
const byteCount = ({ arrived }: ReturnType<typeof aFlow>) =>
  arrived.reduce((sum, data) => sum + (typeof data === 'string' ? 0 : data.byteLength), 0);
/** Compared as text, because comparing millions of numbers is slow. */
const textOf = (...parts: (ArrayBuffer | Uint8Array)[]) =>
  parts.map((part) => new TextDecoder('latin1').decode(part)).join('');
const binary = ({ arrived }: ReturnType<typeof aFlow>) => textOf(...arrived.filter((data) => typeof data !== 'string'));
const texts = (arrived: readonly (string | ArrayBuffer)[]) => arrived.filter((data) => typeof data === 'string');

test.each([0, 1, 8192, 8193, 3 * megabyte + 5])(
  '[TRF-21] %d bytes are sent in chunks of 8192, and the end',
  async (length) => {
    const flow = aFlow([bytes(length)], false);
    await sendAll(flow, () => flow.events.length > 0);
    expect([flow.events, texts(flow.arrived), flow.arrived.at(-1)]).toEqual([['completed'], ['END'], 'END']);
    expect(binary(flow) === textOf(bytes(length))).toBe(true);
    expect(flow.channel.largestBytes).toBe(Math.min(length, 8192));
  },
);

test('[TRF-32] the channel buffers at most the high-water mark, and reading ahead is limited', async () => {
  const flow = aFlow([bytes(6 * megabyte)], false);
  await settle();
  expect(flow.channel.bufferedAmount).toBe(highWaterBytes);
  expect(flow.read.ahead).toBeLessThanOrEqual(highWaterBytes + megabyte);
  await sendAll(flow, () => flow.events.length > 0);
  expect(flow.channel.peakBytes).toBeLessThanOrEqual(highWaterBytes + 'END'.length);
});

test('[TRF-32] sending waits for the position of our own receiver, and never exceeds the window', async () => {
  const flow = aFlow([bytes(20 * megabyte)], true);
  await settle();
  expect(flow.channel.waiting).toEqual([]);
  flow.receive({ type: 'resume', file: 0, offset: 0 });
  await sendAll(flow, () => byteCount(flow) >= windowBytes);
  for (let round = 0; round < 5; round += 1) {
    await settle();
    flow.channel.letOut();
  }
  expect(byteCount(flow)).toBe(windowBytes);
  flow.receive({ type: 'ack', file: 0, offset: megabyte });
  await sendAll(flow, () => byteCount(flow) >= windowBytes + megabyte);
  expect(byteCount(flow)).toBe(windowBytes + megabyte);
  flow.stop();
});

test('[TRF-26] sending resumes at the position of the receiver, and earlier files count as received', async () => {
  const files = [bytes(10), bytes(100), bytes(5)];
  const flow = aFlow(files, true);
  flow.receive({ type: 'resume', file: 1, offset: 90 });
  await sendAll(flow, () => texts(flow.arrived).length === 4);
  expect(binary(flow)).toBe(textOf(bytes(100).slice(90), bytes(5)));
  const hash = (file: number) => JSON.stringify({ type: 'hash', file, sha256: `${file}`.padStart(64, '0') });
  expect(texts(flow.arrived)).toEqual([hash(1), 'END', hash(2), 'END']);
  expect(flow.events).toEqual(['received 0']);
  flow.receive({ type: 'received', file: 1 });
  flow.receive({ type: 'received', file: 2 });
  expect(flow.events).toEqual(['received 0', 'received 1', 'received 2', 'completed']);
  // One that has everything is sent nothing.
  const whole = aFlow([bytes(10)], true);
  whole.receive({ type: 'resume', file: 1, offset: 0 });
  await settle();
  expect([whole.events, whole.channel.waiting]).toEqual([['received 0', 'completed'], []]);
});

test('[TRF-25] other messages than those of a receiver are ignored', async () => {
  const flow = aFlow([bytes(10)], true);
  const resume = (file: unknown, offset: number) => JSON.stringify({ type: 'resume', file, offset });
  const positions = [resume(0, 11), resume(5, 1), resume(5, 0), resume(0, -1), resume('x', 0)];
  for (const message of [...positions, '{"type":"something"}', 'not even JSON']) {
    flow.channel.receive(message);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await settle();
    expect([message, flow.channel.waiting, flow.events]).toEqual([message, [], []]);
  }
});

test('[TRF-25] a file that changes while it is read is a fault, a channel that closes is not', async () => {
  const changed = aFlow([bytes(6 * megabyte)], false);
  await settle();
  changed.read.hasChanged = true;
  await sendAll(changed, () => changed.events.length > 0);
  expect(changed.events).toEqual(['file-changed']);

  const closed = aFlow([bytes(6 * megabyte)], false);
  await settle();
  closed.channel.readyState = 'closed';
  closed.channel.letOut();
  await settle();
  closed.stop();
  await settle();
  expect(closed.events).toEqual([]);
});

test('[TRF-25] a file does not count as received before it is sent, which it is once', async () => {
  const flow = aFlow([bytes(10), bytes(3 * megabyte)], true);
  flow.receive({ type: 'received', file: 0 });
  // Only its first position counts.
  for (const offset of [0, 5]) flow.receive({ type: 'resume', file: 0, offset });
  flow.receive({ type: 'resume', file: 2, offset: 0 });
  await settle();
  for (const file of [1, 2, 19]) flow.receive({ type: 'received', file });
  expect(flow.events).toEqual([]);
  flow.receive({ type: 'received', file: 0 });
  expect(flow.events).toEqual(['received 0']);
  await sendAll(flow, () => texts(flow.arrived).length === 4);
  expect(binary(flow) === textOf(bytes(10), bytes(3 * megabyte))).toBe(true);
  flow.stop();
});
