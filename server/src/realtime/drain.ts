import { type IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SocketServer } from './rooms.ts';

/** Not part of the library's types: every connection below the rooms, and how to cut it. */
interface Connection {
  close: () => void;
  transport: { socket?: { terminate?: () => void } };
}

const farewellMs = 1000;
const moved = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

/** Sends every device elsewhere, over a while, so that the nodes they turn to are not stormed. */
export function createDrain(io: SocketServer) {
  let isDraining = false;
  engineOf(io)?.use((request: IncomingMessage, response: unknown, next: () => void) => {
    // Who is here already may still fetch what was told to them.
    const isNew = !/[?&]sid=/.test(request.url ?? '');
    if (isDraining && isNew) refuse(request, response);
    else next();
  });

  /** Below the rooms: to a client that is a lost line, after which it comes again by itself. A goodbye would end it for good. */
  return async function drain(spreadMs: number): Promise<void> {
    isDraining = true;
    const connections = connectionsOf(io);
    const delays = spreadOut(connections.length, spreadMs);
    await Promise.all(
      connections.map(async (connection, index) => {
        await pause(delays[index]);
        cutSoon([connection]);
        connection.close();
      }),
    );
  };
}

/** Evenly, and each by chance within its share of the time. */
export function spreadOut(count: number, spreadMs: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index + Math.random()) / count) * spreadMs);
}

/** Closes every connection there is. */
export function closeConnections(io: SocketServer) {
  cutSoon(connectionsOf(io));
  engineOf(io)?.close();
}

/** A device that is asleep does not answer the goodbye, and would keep the process for half a minute. */
function cutSoon(connections: Connection[]) {
  const lines = connections.map(({ transport }) => transport.socket);
  setTimeout(() => lines.forEach((line) => line?.terminate?.()), farewellMs).unref();
}

/** A process that only tells others has none. */
function engineOf(io: SocketServer): SocketServer['engine'] | undefined {
  return io.engine;
}

function connectionsOf(io: SocketServer): Connection[] {
  const engine = engineOf(io) as unknown as { clients: Record<string, Connection> } | undefined;
  return Object.values(engine?.clients ?? {});
}

/** With a status that load balancers take as a reason to ask another. */
function refuse({ socket }: IncomingMessage, response: unknown) {
  if (response instanceof ServerResponse) {
    response.writeHead(503, { connection: 'close', 'retry-after': '1' }).end();
  } else {
    // The stand-in that the library makes for a web socket cannot carry a status. Nobody else listens to this line any more:
    // an error of it would end the process.
    socket.on('error', () => {});
    socket.write(moved);
    socket.destroySoon();
  }
}
