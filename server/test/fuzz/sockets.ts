import { clientEvents } from '@chat-app/contract';
import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { hostile } from './hostile-values.ts';
import { likely, twisted } from './inputs.ts';
import type { Random } from '../random.ts';

interface Tools {
  readonly random: Random;
  readonly ids: readonly string[];
}

export function openSocket(url: string, cookie: string): Socket {
  return io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } });
}

/** One event, with arguments that fit or do not, or with a name nobody knows. */
export function emitOnce(socket: Socket, tools: Tools): void {
  const { random } = tools;
  const name = random.pick(Object.keys(clientEvents)) as keyof typeof clientEvents;
  const made = random.isOneIn(4) ? likely(clientEvents[name], tools) : twisted(clientEvents[name], tools);
  const args: unknown[] = Array.isArray(made) ? made : [made];
  switch (random.below(20)) {
    case 0:
      socket.emit((JSON.stringify(hostile(random)) ?? 'x').slice(0, 200), ...args);
      break;
    case 1:
      socket.emit(name, ...args, () => {});
      break;
    case 2:
      socket.emit(name, Buffer.alloc(random.below(2000)), ...args);
      break;
    default:
      socket.emit(name, ...args);
  }
}

/** Frames of the protocol beneath, right, wrong and cut. */
const frames: ((random: Random) => string | Buffer)[] = [
  () => '40',
  () => '40{"token":1}',
  () => '42["online"]',
  () => '42',
  () => '42[',
  () => '42{}',
  () => '42[1,2]',
  () => '42["__proto__",{}]',
  () => '42["toString"]',
  () => '4299999999999999["online","x"]',
  () => '451-["online",{"_placeholder":true,"num":0}]',
  () => '459-["online",{"_placeholder":true,"num":99}]',
  () => '45-1["online"]',
  () => '41',
  () => '3probe',
  () => '2',
  () => '6',
  () => '1',
  () => '9',
  () => '',
  () => '42/other,["online"]',
  () => '40/admin,',
  () => `42["online","${'x'.repeat(50_000)}"]`,
  () => `42${'['.repeat(5000)}`,
  (random) => Buffer.from(Uint8Array.from({ length: random.below(400) }, () => random.below(256))),
];

const opcodes = { text: 0x81, binary: 0x82, reserved: 0xff, unfinished: 0x01, hugePing: 0x89 };

/** A websocket frame as a browser sends it, masked with zeros; now and then with the wrong first byte or length. */
function frameOf(content: string | Buffer, random: Random): Buffer {
  const payload = Buffer.from(content as string);
  const usual = typeof content === 'string' ? opcodes.text : opcodes.binary;
  const opcode = random.isOneIn(10) ? random.pick(Object.values(opcodes)) : usual;
  const length = random.isOneIn(30) ? random.below(2 ** 16) : payload.length;
  const head =
    length < 126
      ? [opcode, 0x80 | length]
      : length < 2 ** 16
        ? [opcode, 0xfe, length >> 8, length & 0xff]
        : [opcode, 0xff, 0, 0, 0, 0, ...bytesOf(length)];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

const bytesOf = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

/** A few raw frames on a connection of their own. Ends when the server or we have closed it. */
export async function sendFrames(url: string, cookie: string, random: Random, count: number): Promise<void> {
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
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.once('data', () => {
      if (!random.isOneIn(4)) socket.write(frameOf('40', random));
      for (let sent = 0; sent < count; sent += 1) socket.write(frameOf(random.pick(frames)(random), random));
      setTimeout(() => socket.destroy(), 30);
    });
    socket.write(upgrade.join('\r\n'));
  });
}
