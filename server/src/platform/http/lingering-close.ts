import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export interface Bounds {
  /** A sender that sends no data for this long is disconnected. */
  readonly silenceMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
}

const mega = 1024 * 1024;

/**
 * Uploads of signed-in users may be slow, and an upload refused as too large exceeds the server's limit. For anonymous
 * senders the response matters less.
 */
export const lingerBounds = {
  anonymous: (): Bounds => ({ silenceMs: 5_000, totalMs: 30_000, maxBytes: 4 * mega }),
  signedIn: (maxUploadBytes: number): Bounds => ({
    silenceMs: 10_000,
    totalMs: 5 * 60_000,
    maxBytes: 2 * maxUploadBytes,
  }),
};

/** Per process. Beyond this limit, connections are closed at once and their senders may miss the response. */
export const maxLingering = 100;
const lingering = new Set<Socket>();

/**
 * Lets the sender of a refused body read the response, which must carry `Connection: close` (RFC 9112, section 9.6).
 * Closing while the body still arrives resets the connection, and the sender sees a network error instead of the
 * status. So only our half is closed, and the rest of the body is discarded within bounds.
 */
export function closeAfterBody(request: IncomingMessage, bounds: Bounds): void {
  const { socket } = request;
  const timers: NodeJS.Timeout[] = [];
  let discardedBytes = 0;

  // Node calls this once the response is written.
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    const isDone = request.readableEnded || request.destroyed;
    if (isDone || lingering.size >= maxLingering) return socket.destroySoon();
    lingering.add(socket);
    socket.end();
    request.once('end', () => socket.destroySoon());
    const silence = setTimeout(() => socket.destroy(), bounds.silenceMs);
    request.on('data', () => silence.refresh());
    timers.push(
      silence,
      setTimeout(() => socket.destroy(), bounds.totalMs),
    );
    return undefined;
  };
  socket.once('close', () => {
    lingering.delete(socket);
    timers.forEach((timer) => clearTimeout(timer));
  });

  // The body's reader has stopped; without a reader no more data would arrive.
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > bounds.maxBytes) socket.destroy();
  });
  request.resume();
}
