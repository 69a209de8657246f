import { connect } from 'node:net';
import type { Random } from '../random.ts';

/** Payloads of the underlying protocol: valid, invalid and truncated. */
const frames: Record<string, (random: Random) => string | Buffer> = {
  greeting: () => '40',
  'greeting with a token': () => '40{"token":1}',
  'event without arguments': () => '42["online"]',
  'event without anything': () => '42',
  'half an event': () => '42[',
  'event that is an object': () => '42{}',
  'event named by a number': () => '42[1,2]',
  'event named __proto__': () => '42["__proto__",{}]',
  'event named as a method': () => '42["toString"]',
  'event of the library': () => '42["disconnect"]',
  '__proto__ in an argument': () => '42["online",{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}]',
  'endless number of an answer': () => '4299999999999999["online","x"]',
  'attachment that never comes': () => '451-["online",{"_placeholder":true,"num":0}]',
  'attachment out of order': () => '459-["online",{"_placeholder":true,"num":99}]',
  '10,000 attachments': () => '4510000-["online",{"_placeholder":true,"num":0}]',
  '10,000 places for attachments': () => `451-["online",[${'{"_placeholder":true,"num":0},'.repeat(3000)}0]]`,
  'number of attachments below zero': () => '45-1["online"]',
  farewell: () => '41',
  probe: () => '3probe',
  ping: () => '2',
  noop: () => '6',
  close: () => '1',
  'kind nobody knows': () => '9',
  'nothing at all': () => '',
  'another room': () => '42/other,["online"]',
  'room of an administrator': () => '40/admin,',
  'large argument': () => `42["online","${'x'.repeat(50_000)}"]`,
  'more than is taken': () => `42["online","${'x'.repeat(200_000)}"]`,
  'brackets without end': () => `42${'['.repeat(5000)}`,
  'JSON 10,000 deep': () => `42["online",${'['.repeat(10_000)}${']'.repeat(10_000)}]`,
  'lone surrogate': () => String.raw`42["online","\ud800"]`,
  NUL: () => '42["online","\0"]',
  bytes: (random) => Buffer.from(Uint8Array.from({ length: random.below(400) }, () => random.below(256))),
};
export const frameKinds = Object.keys(frames);

/** Ways to put a payload on the wire. */
const wires: Record<string, (content: string | Buffer, random: Random) => Buffer[]> = {
  whole: (content, random) => [frameOf(content, random)],
  'byte by byte': (content, random) =>
    Array.from(frameOf(content, random).subarray(0, 300), (byte) => Buffer.from([byte])),
  'fragments of one byte': (content) => fragmentsOf(Buffer.from(content as string).subarray(0, 300)),
  'invalid UTF-8': () => [rawFrame(opcodes.text, Buffer.from([0x34, 0x32, 0xc3, 0x28, 0xff, 0xfe]))],
  'no length': () => [rawFrame(opcodes.text, Buffer.alloc(0)), rawFrame(opcodes.binary, Buffer.alloc(0))],
  'wrong opcode': (content) => [rawFrame(opcodes.reserved, Buffer.from(content as string).subarray(0, 100))],
  'length of four gigabytes': () => [Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  'no mask': (content) => [Buffer.concat([Buffer.from([0x81, 5]), Buffer.from(content as string).subarray(0, 5)])],
  'ping larger than allowed': () => [rawFrame(opcodes.hugePing, Buffer.alloc(2000))],
};
export const wireKinds = Object.keys(wires);

const opcodes = { text: 0x81, binary: 0x82, reserved: 0xff, unfinished: 0x01, hugePing: 0x89 };

/** A websocket frame as a browser sends it, masked with zeros; sometimes with a wrong first byte or length. */
function frameOf(content: string | Buffer, random: Random): Buffer {
  const payload = Buffer.from(content as string);
  const usual = typeof content === 'string' ? opcodes.text : opcodes.binary;
  const opcode = random.isOneIn(10) ? random.pick(Object.values(opcodes)) : usual;
  const length = random.isOneIn(30) ? random.below(2 ** 16) : payload.length;
  return Buffer.concat([headOf(opcode, length), payload]);
}

const rawFrame = (opcode: number, payload: Buffer) => Buffer.concat([headOf(opcode, payload.length), payload]);

function headOf(opcode: number, length: number): Buffer {
  const head =
    length < 126
      ? [opcode, 0x80 | length]
      : length < 2 ** 16
        ? [opcode, 0xfe, length >> 8, length & 0xff]
        : [opcode, 0xff, 0, 0, 0, 0, ...bytesOf(length)];
  return Buffer.from([...head, 0, 0, 0, 0]);
}

/** A text fragmented into one frame per byte. */
function fragmentsOf(payload: Buffer): Buffer[] {
  return Array.from(payload, (byte, index) => {
    const kind = index === 0 ? 0x01 : 0x00;
    return rawFrame(index === payload.length - 1 ? kind | 0x80 : kind, Buffer.from([byte]));
  });
}

const bytesOf = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

/** Sends a few raw frames on a new connection and returns which. Ends when either side has closed it. */
export async function sendFrames(url: string, cookie: string, random: Random, count: number): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const upgrade = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '\r\n',
  ];
  const sent: string[] = [];
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.once('data', () => {
      if (!random.isOneIn(4)) socket.write(frameOf('40', random));
      for (let index = 0; index < count; index += 1) {
        const kind = random.pick(frameKinds);
        const wire = random.isOneIn(3) ? random.pick(wireKinds) : 'whole';
        for (const piece of wires[wire]?.(frames[kind]?.(random) ?? '', random) ?? []) socket.write(piece);
        sent.push(kind, wire);
      }
      setTimeout(() => socket.destroy(), 30);
    });
    socket.write(upgrade.join('\r\n'));
  });
  return sent;
}
