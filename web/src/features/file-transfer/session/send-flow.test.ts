import { expect, test } from 'vitest';
import { StandInChannel } from '../../../../test/stand-in-channel.ts';
import { highWaterBytes, startSending, windowBytes } from './send-flow.ts';
import type { SliceSource } from './send-flow.ts';

const megabyte = 1024 * 1024;

/** Sends in-memory files, which are read in slices, as from a disk. */
function aFlow(files: readonly Uint8Array<ArrayBuffer>[], hasControl: boolean) {
  const arrived: (string | ArrayBuffer)[] = [];
  const events: string[] = [];
  const channel = new StandInChannel((data) => arrived.push(data));
  const read = { ahead: 0, hasChanged: false };
  let [index, at] = [0, 0];
  const source: SliceSource = {
    open: (...position) => ([index, at] = position),
    next: async () => {
      if (read.hasChanged) throw new DOMException('The file has changed', 'NotReadableError');
      const slice = files[index]?.slice(at, at + megabyte).buffer;
      if (!slice?.byteLength) return null;
      at += slice.byteLength;
      read.ahead += slice.byteLength;
      return slice;
    },
    digest: async () => `${index}`.padStart(64, '0'),
  };
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
  return {
    arrived,
    channel,
    read,
    stop,
    events,
    receive: (message: object) => channel.receive(JSON.stringify(message)),
    texts: () => arrived.filter((data) => typeof data === 'string'),
    binary: () => textOf(...arrived.filter((data) => typeof data !== 'string')),
    sendUntil: async (isSo: () => boolean) => {
      for (let round = 0; round < 10_000 && !isSo(); round += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await settle();
        channel.letOut(64);
      }
    },
  };
}

/** Runs all pending microtasks. */
const settle = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};

const bytes = (length: number) => new Uint8Array(length).map((_nothing, at) => at % 251);
/** Compared as text, because comparing millions of numbers is slow. */
const textOf = (...parts: (ArrayBuffer | Uint8Array)[]) =>
  parts.map((part) => new TextDecoder('latin1').decode(part)).join('');

test.each([0, 1, 8192, 8193, 3 * megabyte + 5])(
  '[TRF-21] %d bytes are sent in chunks of 8192, and the end',
  async (length) => {
    const { arrived, binary, channel, events, sendUntil, texts } = aFlow([bytes(length)], false);
    await sendUntil(() => events.length > 0);
    expect([events, texts(), arrived.at(-1)]).toEqual([['completed'], ['END'], 'END']);
    expect(binary() === textOf(bytes(length))).toBe(true);
    expect(channel.largestBytes).toBe(Math.min(length, 8192));
  },
);

test('[TRF-32] the channel buffers at most the high-water mark, and reading ahead is limited', async () => {
  const flow = aFlow([bytes(6 * megabyte)], false);
  await settle();
  expect(flow.channel.bufferedAmount).toBe(highWaterBytes);
  expect(flow.read.ahead).toBeLessThanOrEqual(highWaterBytes + megabyte);
  await flow.sendUntil(() => flow.events.length > 0);
  expect(flow.channel.peakBytes).toBeLessThanOrEqual(highWaterBytes + 'END'.length);
});

test('[TRF-32] sending waits for the position of our own receiver, and never exceeds the window', async () => {
  const flow = aFlow([bytes(20 * megabyte)], true);
  await settle();
  expect(flow.channel.waiting).toEqual([]);
  flow.receive({ type: 'resume', file: 0, offset: 0 });
  await flow.sendUntil(() => flow.binary().length >= windowBytes);
  for (let round = 0; round < 5; round += 1) {
    await settle();
    flow.channel.letOut();
  }
  expect(flow.binary()).toHaveLength(windowBytes);
  flow.receive({ type: 'ack', file: 0, offset: megabyte });
  await flow.sendUntil(() => flow.binary().length >= windowBytes + megabyte);
  expect(flow.binary()).toHaveLength(windowBytes + megabyte);
  flow.stop();
});

test('[TRF-26] sending resumes at the position of the receiver, and earlier files count as received', async () => {
  const files = [bytes(10), bytes(100), bytes(5)];
  const flow = aFlow(files, true);
  flow.receive({ type: 'resume', file: 1, offset: 90 });
  await flow.sendUntil(() => flow.texts().length === 4);
  expect(flow.binary()).toBe(textOf(bytes(100).slice(90), bytes(5)));
  const hash = (file: number) => JSON.stringify({ type: 'hash', file, sha256: `${file}`.padStart(64, '0') });
  expect(flow.texts()).toEqual([hash(1), 'END', hash(2), 'END']);
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
  await changed.sendUntil(() => changed.events.length > 0);
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
  await flow.sendUntil(() => flow.texts().length === 4);
  expect(flow.binary() === textOf(bytes(10), bytes(3 * megabyte))).toBe(true);
  flow.stop();
});
