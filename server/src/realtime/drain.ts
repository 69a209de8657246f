import { type IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type EngineConnection, engineOf, listConnections } from './engine-internals.ts';
import type { SocketServer } from './rooms.ts';

const closeTimeoutMs = 1000;
const serviceUnavailable =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

/** Disconnects every device, spread over some time so that reconnects do not overload the other nodes. */
export function createDrain(io: SocketServer) {
  let isDraining = false;
  engineOf(io)?.use((request: IncomingMessage, response: unknown, next: () => void) => {
    // Devices that poll may still fetch what was sent to them.
    const isNew = !/[?&]sid=/.test(request.url ?? '');
    if (isDraining && isNew) refuse(request, response);
    else next();
  });

  /** Closes the engine's connections: clients see a lost connection and reconnect, unlike after a `disconnect`. */
  return async function drain(spreadMs: number): Promise<void> {
    isDraining = true;
    const connections = listConnections(io);
    const delays = spreadOut(connections.length, spreadMs);
    await Promise.all(
      connections.map(async (connection, index) => {
        await pause(delays[index]);
        terminateLater([connection]);
        connection.close();
      }),
    );
  };
}

/** Evenly spaced delays, each random within its share of the time. */
export function spreadOut(count: number, spreadMs: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index + Math.random()) / count) * spreadMs);
}

/** Closes every connection, and terminates those that do not answer. */
export function closeConnections(io: SocketServer) {
  terminateLater(listConnections(io));
  engineOf(io)?.close();
}

/** A sleeping device does not answer the close and would keep the process alive for half a minute. */
function terminateLater(connections: readonly EngineConnection[]) {
  const webSockets = connections.map(({ transport }) => transport.socket);
  setTimeout(() => webSockets.forEach((webSocket) => webSocket?.terminate()), closeTimeoutMs).unref();
}

/** Answers with a status on which load balancers try another node. */
function refuse({ socket }: IncomingMessage, response: unknown) {
  if (response instanceof ServerResponse) {
    response.writeHead(503, { connection: 'close', 'retry-after': '1' }).end();
  } else {
    // For a WebSocket the library passes a stand-in that cannot carry a status. Nothing else handles this socket's
    // errors any more, and an unhandled one would end the process.
    socket.on('error', () => {});
    socket.write(serviceUnavailable);
    socket.destroySoon();
  }
}
