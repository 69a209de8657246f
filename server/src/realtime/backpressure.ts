import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { bufferedBytes, bufferedPackets, discardBuffer, terminate } from './engine-internals.ts';
import type { ClientSocket, SocketServer } from './rooms.ts';

const maxWaitingPackets = 256;
const maxWaitingBytes = 1024 * 1024;

/** Connections with too much waiting at the last check. Once may be a burst; twice is a client that does not read. */
const wasFull = new WeakSet<ClientSocket>();

/** Disconnects devices that do not read: they would fill the memory, and they catch up when they reconnect. */
export function dropStalled(io: SocketServer, logger: Logger, metrics: Pick<Metrics, 'stalledDropped'>): void {
  for (const socket of io.of('/').sockets.values()) {
    if (!isFull(socket)) {
      wasFull.delete(socket);
    } else if (wasFull.has(socket)) {
      logger.warn({ userId: socket.data.userId }, 'a stalled connection was closed');
      metrics.stalledDropped();
      // The waiting packets would be written to the closed connection one by one, and each would fail.
      discardBuffer(socket);
      // A closing handshake would wait behind all the unread data, and keep it in memory until then.
      terminate(socket);
    } else {
      wasFull.add(socket);
    }
  }
}

function isFull(socket: ClientSocket): boolean {
  return bufferedPackets(socket) > maxWaitingPackets || bufferedBytes(socket) > maxWaitingBytes;
}
