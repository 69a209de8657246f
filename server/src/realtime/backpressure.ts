import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { ClientSocket, SocketServer } from './rooms.ts';

const maxWaitingPackets = 256;
const maxWaitingBytes = 1024 * 1024;

/** Connections that were too full at the last look. Once may be a burst; twice is somebody who does not read. */
const wasFull = new WeakSet<ClientSocket>();

/** Lets go of devices that do not take what is sent to them: they would fill our memory, and catch up when they return. */
export function dropStalled(io: SocketServer, logger: Logger, metrics: Pick<Metrics, 'stalledDropped'>): void {
  for (const socket of io.of('/').sockets.values()) {
    if (!isFull(socket)) {
      wasFull.delete(socket);
    } else if (wasFull.has(socket)) {
      logger.warn({ userId: socket.data.userId }, 'a stalled connection was closed');
      metrics.stalledDropped();
      const { writeBuffer, transport } = innards(socket);
      // What still waits would be written to the closed line, packet by packet, each with a failure of its own.
      writeBuffer.length = 0;
      // A polite close would wait for an answer behind everything that is not read, and keep it all until then.
      if (transport.socket?.terminate) transport.socket.terminate();
      else socket.conn.close(true);
    } else {
      wasFull.add(socket);
    }
  }
}

function isFull(socket: ClientSocket): boolean {
  const { writeBuffer, transport } = innards(socket);
  return writeBuffer.length > maxWaitingPackets || (transport.socket?.bufferedAmount ?? 0) > maxWaitingBytes;
}

/** Not part of the library's types, and where it queues: packets, and below them the bytes of the web socket. */
function innards({ conn }: ClientSocket) {
  return conn as unknown as {
    writeBuffer: unknown[];
    transport: { socket?: { bufferedAmount?: number; terminate?: () => void } };
  };
}
