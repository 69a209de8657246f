import type { Socket } from 'node:net';
import type { EncodedEvent } from './encoded-event.ts';
import type { ClientSocket, SocketServer } from './rooms.ts';

/**
 * The parts of Engine.IO 6.6, below Socket.IO 4.8, that its types hide: `server.clients`, `socket.writeBuffer`,
 * `transport.socket` and writing encoded packets. Only this file uses them; its test fails when a new version changes one.
 */
export interface EngineConnection {
  /** Packets that wait until the transport is writable. */
  readonly writeBuffer: unknown[];
  /** `socket` is the WebSocket of the `ws` library; a polling transport has none. */
  readonly transport: { readonly socket?: WebSocket };
  /** A polling transport encodes the packet; a WebSocket writes the frame. */
  write: (packet: string, options: { readonly wsPreEncodedFrame: readonly Buffer[] }) => void;
  close: (discard?: boolean) => void;
}

interface WebSocket {
  readonly bufferedAmount: number;
  /** The connection below. */
  readonly _socket: Socket | null;
  terminate: () => void;
}

const connectionOf = ({ conn }: ClientSocket) => conn as unknown as EngineConnection;

/** How many packets wait for this device to read. */
export const bufferedPackets = (socket: ClientSocket) => connectionOf(socket).writeBuffer.length;

/** How many bytes the WebSocket of this device has not written yet; 0 for a polling device. */
export const bufferedBytes = (socket: ClientSocket) => connectionOf(socket).transport.socket?.bufferedAmount ?? 0;

/** Writes an event that was encoded for several devices. */
export function writeEvent(socket: ClientSocket, { packet, frame }: EncodedEvent): void {
  connectionOf(socket).write(packet, { wsPreEncodedFrame: [frame] });
}

/** Packets that waited for a device leave in one write. */
export function writeTogether(io: SocketServer): void {
  const tcpOf = ({ transport }: EngineConnection) => transport.socket?._socket;
  const engine = engineOf(io);
  engine?.on('flush', (connection: EngineConnection, packets: unknown[]) => {
    if (packets.length > 1) tcpOf(connection)?.cork();
  });
  engine?.on('drain', (connection: EngineConnection) => tcpOf(connection)?.uncork());
}

/** Discards the waiting packets. */
export function discardBuffer(socket: ClientSocket): void {
  connectionOf(socket).writeBuffer.length = 0;
}

/** Closes the connection at once, without a closing handshake. */
export function terminate(socket: ClientSocket): void {
  const connection = connectionOf(socket);
  const webSocket = connection.transport.socket;
  if (webSocket) webSocket.terminate();
  else connection.close(true);
}

/** All connections of this process, including those whose handshake is still under way. */
export function listConnections(io: SocketServer): EngineConnection[] {
  const engine = engineOf(io) as unknown as { clients: Record<string, EngineConnection> } | undefined;
  return Object.values(engine?.clients ?? {});
}

/** Undefined in a process that accepts no connections, although the type of `io.engine` does not say so. */
export function engineOf(io: SocketServer): SocketServer['engine'] | undefined {
  return io.engine;
}
