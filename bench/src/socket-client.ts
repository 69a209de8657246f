import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A connected device. */
export interface SocketClient {
  readonly close: () => void;
  /** Stops reading, like a device whose connection hangs. */
  readonly stall: () => void;
  /** Resumes reading. */
  readonly resume: () => void;
}

export interface SocketClientOptions {
  readonly cookie: string;
  /** Receives each event as raw bytes, `["newMessage",{...}]`. */
  readonly onEvent?: (event: Buffer) => void;
  /** Announces this user as online, as our own client does; null: only listens. */
  readonly announceAs?: string | null;
  /** The connection was accepted; the initial events follow. */
  readonly onConnect?: () => void;
  /** The connection closed after it was established. */
  readonly onClose?: () => void;
}

/** The timeout of the client library. */
const handshakeMs = 20_000;

/**
 * A listening device: Socket.IO over a websocket, implemented by hand and as small as possible, so that thousands of
 * them leave the CPU to the program. Rejects when the connection is not accepted.
 */
export async function openSocketClient(url: string, options: SocketClientOptions): Promise<SocketClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
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
    readFrames(socket, (frame) => handlePacket(socket, frame, { ...options, onReady: resolve, onError: reject }));
  });
  socket.once('close', () => options.onClose?.()).on('error', () => {});
  return {
    close: () => socket.destroy(),
    stall: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

interface PacketHandlers extends SocketClientOptions {
  readonly onReady: () => void;
  readonly onError: (error: Error) => void;
}

function handlePacket(
  socket: Socket,
  frame: Buffer,
  { onEvent, announceAs, onConnect, onReady, onError }: PacketHandlers,
) {
  const [kind, detail] = [frame[0], frame[1]];
  if (kind === packetTypes.open) {
    socket.setTimeout(0);
    sendText(socket, '40');
  } else if (kind === packetTypes.ping) sendText(socket, '3');
  else if (kind !== packetTypes.message) return;
  else if (detail === packetTypes.connectError) onError(new Error(frame.toString()));
  else if (detail === packetTypes.connected) {
    if (announceAs) sendText(socket, `42${JSON.stringify(['online', announceAs])}`);
    onConnect?.();
  } else if (detail === packetTypes.event) {
    // `chatHeads` is the last of the initial events: from here on all events are received.
    if (frame.indexOf('"chatHeads"') === 3) onReady();
    else onEvent?.(frame.subarray(2));
  }
}

const code = (letter: string) => letter.charCodeAt(0);
const packetTypes = {
  open: code('0'),
  ping: code('2'),
  message: code('4'),
  connected: code('0'),
  event: code('2'),
  connectError: code('4'),
};

const closeFrame = 0x8;

/** Frames from a server are short, unfragmented and not masked. */
function readFrames(socket: Socket, onFrame: (payload: Buffer) => void) {
  let received: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isUpgraded) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      isUpgraded = true;
      received = received.subarray(headEnd + 4);
    }
    for (;;) {
      const frame = firstFrame(received);
      if (!frame) return;
      received = received.subarray(frame.end);
      if (frame.isClose) {
        // As a browser does; otherwise the server waits half a minute for the answer.
        socket.end();
        return;
      }
      onFrame(frame.payload);
    }
  });
}

function firstFrame(bytes: Buffer): { payload: Buffer; isClose: boolean; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = start + length;
  if (bytes.length < end) return null;
  return { payload: bytes.subarray(start, end), isClose: ((bytes[0] ?? 0) & 0x0f) === closeFrame, end };
}

/** Frames to a server are masked; ours are a few characters long. */
function sendText(socket: Socket, text: string) {
  const mask = randomBytes(4);
  const payload = Buffer.from(text).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, payload]));
}
