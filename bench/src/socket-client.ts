import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A connected device. */
export interface SocketClient {
  readonly close: () => void;
  /** Stops reading, like a device whose connection hangs. */
  readonly stall: () => void;
  /** Resumes reading. */
  readonly resume: () => void;
  /** Sends a packet, such as `42["online","..."]`. */
  readonly send: (packet: string) => void;
}

export interface SocketClientOptions {
  readonly cookie: string;
  /** Receives each event as raw bytes, `["newMessage",{...}]`. They are overwritten later. */
  readonly onEvent?: (event: Buffer) => void;
  /** Receives each acknowledgement as raw bytes, `<id>[{...}]`. They are overwritten later. */
  readonly onAck?: (answer: Buffer) => void;
  /** Announces this user as online, as our own client does; null: only listens. */
  readonly announceAs?: string | null;
  /** The connection was accepted; the initial events follow. */
  readonly onConnect?: () => void;
  /** The connection closed after it was established. */
  readonly onClose?: () => void;
}

/** The timeout of the client library. */
const handshakeMs = 20_000;

/** All connections read into it, one after the other: garbage of the load would be measured as slowness. */
const readBuffer = Buffer.alloc(64 * 1024);

/**
 * A connected device: Socket.IO over a websocket, implemented by hand and as small as possible, so that thousands of
 * them leave the CPU to the program. Rejects when the connection is not accepted.
 */
export async function openSocketClient(url: string, options: SocketClientOptions): Promise<SocketClient> {
  const { hostname, port } = new URL(url);
  let take: (chunk: Buffer) => void = () => {};
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback: (length) => {
        take(readBuffer.subarray(0, length));
        return true;
      },
    },
  });
  socket.setTimeout(handshakeMs, () => socket.destroy());
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Cookie: ${options.cookie}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).once('close', () => reject(new Error('the connection was closed')));
    const handlers = { ...options, onReady: resolve, onError: reject };
    // As a browser does; otherwise the server waits half a minute for the answer.
    const onClose = () => socket.end();
    take = createFrameReader({ onFrame: (frame) => handlePacket(socket, frame, handlers), onClose });
  });
  socket.once('close', () => options.onClose?.()).on('error', () => {});
  return {
    close: () => socket.destroy(),
    stall: () => socket.pause(),
    resume: () => socket.resume(),
    send: (packet) => sendText(socket, packet),
  };
}

interface PacketHandlers extends SocketClientOptions {
  readonly onReady: () => void;
  readonly onError: (error: Error) => void;
}

function handlePacket(socket: Socket, frame: Buffer, handlers: PacketHandlers) {
  const [kind, detail] = [frame[0], frame[1]];
  if (kind === packetTypes.open) {
    socket.setTimeout(0);
    sendText(socket, '40');
  } else if (kind === packetTypes.ping) sendText(socket, '3');
  else if (kind !== packetTypes.message) return;
  else if (detail === packetTypes.connectError) handlers.onError(new Error(frame.toString()));
  else if (detail === packetTypes.connected) {
    if (handlers.announceAs) sendText(socket, `42${JSON.stringify(['online', handlers.announceAs])}`);
    handlers.onConnect?.();
  } else if (detail === packetTypes.ack) handlers.onAck?.(frame.subarray(2));
  else if (detail === packetTypes.event) {
    // `chatHeads` is the last of the initial events: from here on all events are received.
    if (frame.indexOf(chatHeads) === 3) handlers.onReady();
    else handlers.onEvent?.(frame.subarray(2));
  }
}

const chatHeads = Buffer.from('"chatHeads"');
const code = (letter: string) => letter.charCodeAt(0);
const packetTypes = {
  open: code('0'),
  ping: code('2'),
  message: code('4'),
  connected: code('0'),
  event: code('2'),
  ack: code('3'),
  connectError: code('4'),
};

const closeFrame = 0x8;

/** Splits what arrives after the HTTP response into frames, which are unfragmented and not masked. */
function createFrameReader({ onFrame, onClose }: { onFrame: (payload: Buffer) => void; onClose: () => void }) {
  let rest: Buffer | null = null;
  let isUpgraded = false;
  return (chunk: Buffer) => {
    const received: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    rest = null;
    let at = 0;
    if (!isUpgraded) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) {
        rest = Buffer.from(received);
        return;
      }
      isUpgraded = true;
      at = headEnd + 4;
    }
    while (at < received.length) {
      const { start, end } = frameAt(received, at);
      if (end > received.length) break;
      if (((received[at] ?? 0) & 0x0f) === closeFrame) {
        onClose();
        return;
      }
      onFrame(received.subarray(start, end));
      at = end;
    }
    if (at < received.length) rest = Buffer.from(received.subarray(at));
  };
}

/** Where the payload of the frame starts and ends; its end is infinite while the header is incomplete. */
function frameAt(bytes: Buffer, at: number): { start: number; end: number } {
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2);
  if (bytes.length < start) return { start, end: Infinity };
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short === 126 ? bytes.readUInt16BE(at + 2) : short;
  return { start, end: start + length };
}

/** Not zero: a server may skip the unmasking then, which browsers never allow it to. */
const mask = Buffer.from([0x2d, 0x5a, 0xc3, 0x96]);

/** Frames to a server are masked; ours are shorter than 64 KiB. */
function sendText(socket: Socket, text: string) {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 6 : 8;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  if (length < 126) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.set(mask, start - 4);
  frame.write(text, start);
  for (let index = 0; index < length; index += 1)
    frame[start + index] = (frame[start + index] ?? 0) ^ (mask[index & 3] ?? 0);
  socket.write(frame);
}
