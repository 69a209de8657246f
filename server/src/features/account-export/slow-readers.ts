import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

const checkEveryMs = 60_000;
/** A client that takes less than about 4 KB a second holds the connection and the database for nothing. */
const minBytesPerCheck = 256 * 1024;

/** Ends a download whose client reads too slowly, or not at all. One for which the server is slow goes on. */
export function endWhenSlow(stream: Readable, socket: Pick<Socket, 'bytesWritten' | 'writableLength'>): void {
  let before = socket.bytesWritten;
  const timer = setInterval(() => {
    const isWaitingForClient = socket.writableLength > 0;
    const taken = socket.bytesWritten - before;
    before = socket.bytesWritten;
    if (isWaitingForClient && taken < minBytesPerCheck) stream.destroy(new Error('The client reads too slowly'));
  }, checkEveryMs);
  stream.once('close', () => clearInterval(timer));
}
