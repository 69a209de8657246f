import { expect, test, vi } from 'vitest';
import { StandInChannel } from '../../../../test/stand-in-channel.ts';
import type { Position } from '../wire/channel-messages.ts';
import { maxUnwrittenBytes, startReceiving } from './receive-flow.ts';
import type { ByteSink } from './receive-flow.ts';

const goodHash = 'a'.repeat(64);

/** An in-memory disk. */
function sinkFrom(position: Position) {
  const disk = { bytes: [] as number[], fails: null as string | null, isStuck: false, isForgetful: false };
  const refuse = (name: string) => Object.assign(new Error(name), { name });
  const sink: ByteSink = {
    position: async () => position,
    write: async (bytes) => {
      if (disk.fails !== null) throw refuse(disk.fails);
      if (disk.isStuck) return new Promise(() => {});
      if (!disk.isForgetful) disk.bytes.push(...bytes);
      position = { ...position, offset: position.offset + bytes.length };
      return { position, spare: bytes.buffer };
    },
    finish: async (sha256) => {
      if (sha256 !== null && sha256 !== goodHash) throw refuse('wrong-hash');
      position = { file: position.file + 1, offset: 0 };
    },
  };
  return { sink, disk };
}

function aFlow(sizes: readonly number[], { hasControl = true, start = { file: 0, offset: 0 } } = {}) {
  const sent: unknown[] = [];
  const events: string[] = [];
  const channel = new StandInChannel((data) => sent.push(typeof data === 'string' ? JSON.parse(data) : data));
  const { sink, disk } = sinkFrom(start);
  const stop = startReceiving({
    channel,
    sizes,
    sink,
    hasControl,
    onProgress: () => {},
    onReceived: (file) => events.push(`received ${file}`),
    onAllArrived: () => events.push('all here'),
    onCompleted: () => events.push('completed'),
    onFault: (fault) => events.push(fault),
    onPeerFault: (fault) => events.push(`peer ${fault}`),
  });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    channel.letOut();
  };
  return {
    channel,
    disk,
    sent,
    settle,
    stop,
    events,
    send: (...bytes: number[]) => channel.receive(Uint8Array.from(bytes).buffer),
    sendHash: (file: number, sha256 = goodHash) => channel.receive(JSON.stringify({ type: 'hash', file, sha256 })),
    end: () => channel.receive('END'),
    sentOf: (type: string) => sent.filter((message) => (message as { type: string }).type === type),
  };
}
type Flow = ReturnType<typeof aFlow>;

test('[TRF-21] [TRF-26] the receiver first reports its position, then receives the rest, also an empty file', async () => {
  const flow = aFlow([3, 0, 2], { start: { file: 0, offset: 1 } });
  await flow.settle();
  expect(flow.sent).toEqual([{ type: 'resume', file: 0, offset: 1 }]);
  for (const [file, content] of [[2, 3], [], [4, 5]].entries()) {
    if (content.length > 0) flow.send(...content);
    flow.sendHash(file);
    flow.end();
  }
  await flow.settle();
  expect(flow.disk.bytes).toEqual([2, 3, 4, 5]);
  expect(flow.events.toSorted()).toEqual(['all here', 'completed', 'received 0', 'received 1', 'received 2']);
  expect(flow.sentOf('received')).toEqual([0, 1, 2].map((file) => ({ type: 'received', file })));
});

test('[TRF-30] a plain sender gets no control messages and needs no hash; all bytes count before they are verified', async () => {
  const flow = aFlow([3], { hasControl: false });
  flow.send(1, 2, 3);
  expect(flow.events).toEqual([]);
  flow.end();
  expect(flow.events).toEqual(['all here']);
  await flow.settle();
  expect([flow.events, flow.sent]).toEqual([['all here', 'received 0', 'completed'], []]);
  const short = aFlow([3], { hasControl: false });
  short.send(1, 2);
  short.end();
  expect(short.events).toEqual(['wrong-size']);
});

const longHash = JSON.stringify({ type: 'hash', file: 0, sha256: goodHash, more: 'x'.repeat(2000) });
const sendAll = (flow: Flow) => flow.send(1, 2, 3);
const onBadDisk = (error: string) => (flow: Flow) => ((flow.disk.fails = error), sendAll(flow), flow.sendHash(0));

test.each<[string, (flow: Flow) => void, string]>([
  ['too few bytes', (flow) => (flow.send(1, 2), flow.sendHash(0)), 'wrong-size'],
  ['too many bytes', (flow) => flow.send(1, 2, 3, 4), 'wrong-size'],
  ['no hash', sendAll, 'wrong-hash'],
  ['another hash', (flow) => (sendAll(flow), flow.sendHash(0, 'b'.repeat(64))), 'wrong-hash'],
  ['the hash of another file', (flow) => (sendAll(flow), flow.sendHash(1)), 'wrong-hash'],
  ['an endless control message', (flow) => (sendAll(flow), flow.channel.receive(longHash)), 'wrong-hash'],
  ['a full disk', onBadDisk('QuotaExceededError'), 'disk-full'],
  ['another error of the disk', onBadDisk('InvalidStateError'), 'storage-failed'],
])('[TRF-25] %s ends it, and nothing more is accepted', async (_what, act, fault) => {
  const flow = aFlow([3]);
  await flow.settle();
  for (const step of [() => act(flow), () => flow.send(9)]) {
    step();
    flow.end();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await flow.settle();
  }
  expect(flow.events.filter((word) => word !== 'all here')).toEqual([fault]);
});

test('[TRF-26] bytes that arrived before the connection broke are kept, and a receiver with all of them says so', async () => {
  const flow = aFlow([10]);
  await flow.settle();
  flow.send(1, 2, 3);
  flow.stop();
  flow.send(4);
  await flow.settle();
  expect([flow.disk.bytes, flow.events]).toEqual([[1, 2, 3], []]);
  const whole = aFlow([3], { start: { file: 1, offset: 0 } });
  await whole.settle();
  expect([whole.sent, whole.events]).toEqual([[{ type: 'resume', file: 1, offset: 0 }], ['completed']]);
});

test('[TRF-32] chunks are written in batches, and written bytes are acknowledged', async () => {
  vi.useFakeTimers();
  const flow = aFlow([1024 * 1024]);
  await flow.settle();
  for (let chunk = 0; chunk < 128; chunk += 1) flow.channel.receive(new ArrayBuffer(8192));
  await flow.settle();
  const ack = { type: 'ack', file: 0 };
  expect(flow.sentOf('ack')).toEqual([256, 768].map((kilobytes) => ({ ...ack, offset: kilobytes * 1024 })));
});

test.each([
  ['our own', true, maxUnwrittenBytes.own],
  ['a plain', false, maxUnwrittenBytes.plain],
])(
  '[TRF-32] %s sender that outruns a slow disk is stopped; only unwritten bytes count',
  async (_who, hasControl, most) => {
    const flow = aFlow([2 ** 40], { hasControl });
    await flow.settle();
    const chunk = new ArrayBuffer(4 * 1024 * 1024);
    flow.disk.isForgetful = true;
    for (let bytes = 0; bytes <= most; bytes += chunk.byteLength) {
      flow.channel.receive(chunk.slice());
      flow.channel.receive(new ArrayBuffer(0));
      // oxlint-disable-next-line no-await-in-loop -- each is written before the next one arrives
      await flow.settle();
    }
    flow.disk.isStuck = true;
    for (let bytes = 0; bytes < most; bytes += chunk.byteLength) flow.channel.receive(chunk);
    expect(flow.events).toEqual([]);
    flow.send(1);
    expect(flow.events).toEqual(['storage-failed']);
  },
);
