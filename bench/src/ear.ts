import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A device that listens: Socket.IO over a websocket, written by hand and as bare as can be, so that a thousand of them
 * leave the machine to the program. `onEvent` gets each event as it came, `["newMessage",{...}]`, still in bytes.
 */
export async function openEar(url: string, cookie: string, onEvent: (frame: Buffer) => void): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Cookie: ${cookie}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).once('close', () => reject(new Error('the connection was closed')));
    readFrames(socket, (frame) => {
      const [kind, detail] = [frame[0], frame[1]];
      if (kind === letters.open) say(socket, '40');
      else if (kind === letters.ping) say(socket, '3');
      else if (kind === letters.message && detail === letters.refusal) reject(new Error(frame.toString()));
      else if (kind === letters.message && detail === letters.event) {
        // The heads come last in the welcome: from here on everything is heard.
        if (frame.indexOf('"chatHeads"') === 3) resolve();
        else onEvent(frame.subarray(2));
      }
    });
  });
  return () => socket.destroy();
}

const code = (letter: string) => letter.charCodeAt(0);
const letters = { open: code('0'), ping: code('2'), message: code('4'), event: code('2'), refusal: code('4') };

/** Frames from a server are short, whole and not masked. */
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
      onFrame(frame.payload);
    }
  });
}

function firstFrame(bytes: Buffer): { payload: Buffer; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = start + length;
  return bytes.length < end ? null : { payload: bytes.subarray(start, end), end };
}

/** Frames to a server are masked; ours are a few letters long. */
function say(socket: Socket, text: string) {
  const mask = randomBytes(4);
  const payload = Buffer.from(text).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, payload]));
}
