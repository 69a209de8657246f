import type { Socket } from 'node:net';
import type { EncodedEvent } from './encoded-event.ts';
import type { ClientSocket, SocketServer } from './rooms.ts';

/**
 * The parts of Engine.IO 6.6, below Socket.IO 4.8, that its types hide: connections, their buffers, encoded packets and
 * pings. Only this file uses them; its test fails when a new version changes one.
 */
export interface EngineConnection {
  /** Packets that wait until the transport is writable. */
  readonly writeBuffer: unknown[];
  /** `socket` is the WebSocket of the `ws` library; a polling transport has none. */
  readonly transport: { readonly socket?: WebSocket };
  /** A polling transport encodes the packet; a WebSocket writes the frame. */
  write: (packet: string, options: { readonly wsPreEncodedFrame: readonly Buffer[] }) => void;
  /** Of the next ping; restarted by the answer to the last one. */
  pingIntervalTimer: NodeJS.Timeout | null;
  /** Runs while the answer to a ping is awaited. */
  readonly pingTimeoutTimer: NodeJS.Timeout | null;
  /** Whether the connection was found alive since the last ping, although its answer is missing. */
  hasRefreshedPingTimeout: boolean;
  sendPacket: (type: 'ping', data: undefined, options: { readonly wsPreEncodedFrame: readonly Buffer[] }) => void;
  /** Closes the connection unless a ping is answered in time. */
  resetPingTimeout: () => void;
  once: (event: 'close', listener: () => void) => void;
  close: (discard?: boolean) => void;
}

interface WebSocket {
  readonly bufferedAmount: number;
  /** The connection below. */
  readonly _socket: Socket | null;
  terminate: () => void;
}

export const connectionOf = ({ conn }: ClientSocket) => conn as unknown as EngineConnection;

/** False for a device that polls. */
export const isWebSocket = ({ transport }: EngineConnection) => transport.socket !== undefined;

/** How many packets wait for the device to read. */
export const bufferedPackets = ({ writeBuffer }: EngineConnection) => writeBuffer.length;

/** How many bytes the WebSocket has not written yet; 0 for a device that polls. */
export const bufferedBytes = ({ transport }: EngineConnection) => transport.socket?.bufferedAmount ?? 0;

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

/** A text frame with the packet `2`. */
const pingFrame = Buffer.from([0x81, 0x01, 0x32]);

/** Keeps the connection from pinging its device by itself. */
export function takeOverPings(connection: EngineConnection): void {
  clearTimeout(connection.pingIntervalTimer ?? undefined);
  connection.pingIntervalTimer = null;
}

/** Pings a device, unless it still has to answer. Its connection is closed if it does not do so in time. */
export function ping(connection: EngineConnection): void {
  if (connection.pingTimeoutTimer) return;
  connection.hasRefreshedPingTimeout = false;
  connection.sendPacket('ping', undefined, { wsPreEncodedFrame: [pingFrame] });
  connection.resetPingTimeout();
}

/** Whenever packets are passed to the transport of a connection. */
export function listenForWrites(engine: Engine, handle: (connection: EngineConnection) => void): void {
  engine.on('flush', handle);
}

export function listenForConnections(engine: Engine, handle: (connection: EngineConnection) => void): void {
  engine.on('connection', handle);
}

/** Discards the waiting packets. */
export function discardBuffer(connection: EngineConnection): void {
  connection.writeBuffer.length = 0;
}

/** Closes the connection at once, without a closing handshake. */
export function terminate(connection: EngineConnection): void {
  const webSocket = connection.transport.socket;
  if (webSocket) webSocket.terminate();
  else connection.close(true);
}

/** All connections of this process, including those whose handshake is still under way. */
export function listConnections(io: SocketServer): EngineConnection[] {
  const engine = engineOf(io) as unknown as { clients: Record<string, EngineConnection> } | undefined;
  return Object.values(engine?.clients ?? {});
}

export type Engine = SocketServer['engine'];

/** Undefined in a process that accepts no connections, although the type of `io.engine` does not say so. */
export function engineOf(io: SocketServer): Engine | undefined {
  return io.engine;
}
