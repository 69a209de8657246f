import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import {
  bufferedBytes,
  bufferedPackets,
  discardBuffer,
  type EngineConnection,
  engineOf,
  isWebSocket,
  listenForConnections,
  listenForWrites,
  terminate,
} from './engine-internals.ts';
import type { SocketServer } from './rooms.ts';

const maxWaitingPackets = 256;
const maxWaitingBytes = 1024 * 1024;

/**
 * Disconnects devices that do not read: they would fill the memory, and they catch up when they reconnect. The returned
 * function checks those that were written to since the last time, or had something waiting then.
 */
export function createStallCheck(
  io: SocketServer,
  logger: Logger,
  metrics: Pick<Metrics, 'stalledDropped'>,
): () => void {
  const watched = new Set<EngineConnection>();
  /** Had too much waiting at the last check. Once may be a burst; twice is a client that does not read. */
  const wasFull = new WeakSet<EngineConnection>();
  const engine = engineOf(io);
  const watch = (connection: EngineConnection) => void watched.add(connection);
  if (engine) {
    listenForConnections(engine, (connection) => {
      watch(connection);
      connection.once('close', () => watched.delete(connection));
    });
    listenForWrites(engine, watch);
  }

  function drop(connection: EngineConnection) {
    const device = [...io.of('/').sockets.values()].find(({ conn }) => (conn as unknown) === connection);
    logger.warn({ userId: device?.data.userId }, 'a stalled connection was closed');
    metrics.stalledDropped();
    // The waiting packets would be written to the closed connection one by one, and each would fail.
    discardBuffer(connection);
    // A closing handshake would wait behind all the unread data, and keep it in memory until then.
    terminate(connection);
  }

  return () => {
    for (const connection of watched) {
      const [packets, bytes] = [bufferedPackets(connection), bufferedBytes(connection)];
      if (packets > maxWaitingPackets || bytes > maxWaitingBytes) {
        if (wasFull.has(connection)) drop(connection);
        else wasFull.add(connection);
        continue;
      }
      wasFull.delete(connection);
      // Packets for a device that polls wait without being written anywhere.
      if (packets === 0 && bytes === 0 && isWebSocket(connection)) watched.delete(connection);
    }
  };
}
