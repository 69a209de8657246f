import type { IncomingMessage } from 'node:http';

interface Bounds {
  /** Without any data for so long, the sender is given up. */
  readonly silenceMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
}

const usualBounds: Bounds = { silenceMs: 5_000, totalMs: 30_000, maxBytes: 32 * 1024 * 1024 };

/**
 * Lets the sender of a refused body read the answer, which must carry `Connection: close` (RFC 9112, section 9.6).
 * Closing while the body still arrives resets the connection, and the sender sees a network error instead of the
 * status. So only our half is closed, and the rest of the body is discarded within bounds.
 */
export function closeAfterBody(request: IncomingMessage, bounds: Bounds = usualBounds): void {
  const { socket } = request;
  const timers: NodeJS.Timeout[] = [];
  let discardedBytes = 0;

  // Node calls this once the answer is written.
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon');
    if (request.readableEnded || request.destroyed) return socket.destroySoon();
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
  socket.once('close', () => timers.forEach(clearTimeout));

  // Whoever was reading the body has stopped; without a reader nothing would arrive any more.
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > bounds.maxBytes) socket.destroy();
  });
  request.resume();
}
