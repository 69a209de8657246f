import { type ChatId, socketLimits } from '@chat-app/contract';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type ServerOptions } from 'socket.io';
import type { Identify } from '../platform/authentication.ts';
import { commonHeaders } from '../platform/http/security-headers.ts';
import type { RateLimiter } from '../platform/rate-limiter.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { createStallCheck } from './backpressure.ts';
import type { ConnectionSlots } from './connection-slots.ts';
import { closeConnections, createDrain } from './drain.ts';
import { writeTogether } from './engine-internals.ts';
import { createHandshake, createNetworkReader } from './handshake.ts';
import { pingInGroups } from './heartbeat.ts';
import { type ChatHead, emitHeads } from './chat-heads.ts';
import { createListeners, type Listen } from './listen.ts';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

interface GatewayDeps {
  /** Null in a process that accepts no connections: it only emits to devices of other nodes. */
  httpServer: HttpServer | null;
  /** Passes events to the other nodes. */
  adapter?: NonNullable<ServerOptions['adapter']> | null;
  allowedOrigins: ReadonlySet<string>;
  isHttps: boolean;
  readSession: (cookieHeader: string | undefined) => string | null;
  identify: Identify;
  limiter: RateLimiter;
  slots: ConnectionSlots;
  /** Off for load tests. */
  areLimitsOn: boolean;
  trustedProxies: number;
  logger: Logger;
  metrics: Metrics;
}

type ConnectHandler = (socket: ClientSocket) => Promise<void> | void;
type DisconnectHandler = (socket: ClientSocket, isDeliberate: boolean) => void;

/** The Socket.IO server: authorizes connections, dispatches incoming events and emits outgoing ones. */
export interface Gateway {
  readonly io: SocketServer;
  readonly rooms: typeof rooms;
  /** Runs for each new connection, after the handlers that were registered before have finished. */
  onConnect: (handler: ConnectHandler) => void;
  onDisconnect: (handler: DisconnectHandler) => void;
  /** Registers the handler of a client event. Its arguments are parsed first. */
  listen: Listen;
  /** Repeats until the gateway closes. A failure is logged, and the next run tries again. */
  every: (ms: number, work: () => Promise<void> | void) => void;
  /** Emits `chatHeads` to the devices in these chats: the heads of those that are its own. */
  emitHeads: (heads: ReadonlyMap<ChatId, ChatHead>) => Promise<void>;
  /**
   * Disconnects the devices of this process in these rooms, or all of them, spread over some time: they reconnect and
   * fetch what they missed.
   */
  reconnect: (rooms: readonly string[] | null) => void;
  /** Refuses new connections and closes the current ones within this time; their devices turn to another node. */
  drain: (spreadMs: number) => Promise<void>;
  close: () => void;
}

const reconnectWithinMs = 5000;
const deliberate = new Set(['client namespace disconnect', 'server namespace disconnect']);

export function createGateway(deps: GatewayDeps): Gateway {
  const { logger, metrics } = deps;
  const io = createServer(deps);
  const connectHandlers: ConnectHandler[] = [];
  const disconnectHandlers: DisconnectHandler[] = [];
  const listeners = createListeners(logger, deps);
  const intervals = createIntervals(logger);
  const countDelivery = (event: string) => metrics.delivered(event, 1);

  io.on('connection', (socket) => {
    const admitted = admit(socket, deps);
    listeners.attach(socket, admitted);
    socket.onAnyOutgoing(countDelivery);
    socket.on('disconnect', (reason) => disconnectHandlers.forEach((handle) => handle(socket, deliberate.has(reason))));
    void handleConnect(socket, admitted, { logger, handlers: connectHandlers });
  });
  intervals.every(1000, createStallCheck(io, logger, metrics));
  pingInGroups(io, intervals.every);
  metrics.watchSockets(() => countDevices(io));
  const hasDevices = deps.httpServer !== null;

  return {
    io,
    rooms,
    onConnect: (handler) => connectHandlers.push(handler),
    onDisconnect: (handler) => disconnectHandlers.push(handler),
    listen: listeners.listen,
    every: (ms, work) => {
      if (hasDevices) intervals.every(ms, work);
    },
    emitHeads: (heads) => emitHeads(io, heads),
    reconnect: (inRooms) => {
      const { adapter, sockets } = io.of('/');
      const ids = inRooms ? new Set(inRooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])])) : sockets.keys();
      for (const id of ids) setTimeout(() => sockets.get(id)?.conn.close(), Math.random() * reconnectWithinMs).unref();
    },
    drain: createDrain(io),
    close: () => {
      intervals.stop();
      // Not io.close(): it would close the HTTP server, which the gateway does not own.
      closeConnections(io);
    },
  };
}

/** Accepts connections from our own pages and from clients that are not browsers. */
function createServer(deps: GatewayDeps): SocketServer {
  const { httpServer, adapter, allowedOrigins, isHttps, logger } = deps;
  const io: SocketServer = new Server(httpServer ?? undefined, {
    ...(adapter && { adapter }),
    path: '/socket.io',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: socketLimits.eventMaxBytes,
    allowRequest: ({ headers }, callback) => {
      callback(null, headers.origin === undefined || allowedOrigins.has(headers.origin));
    },
  });

  const networkOfPeer = createNetworkReader(deps.trustedProxies);
  if (httpServer) {
    const answerHeaders = Object.entries(commonHeaders(isHttps));
    // The same headers as on every other response, refused polling included; a refused upgrade is bare text.
    io.engine.use((_: IncomingMessage, response: ServerResponse, next: () => void) => {
      for (const [name, value] of answerHeaders) response.setHeader(name, value);
      next();
    });
    io.engine.on('connection_error', ({ req, message }: { req: IncomingMessage; message: string }) => {
      const network = networkOfPeer({ headers: req.headers, address: req.socket.remoteAddress ?? '' });
      logger.info({ reason: message, network }, 'connection refused');
    });
  }
  writeTogether(io);
  io.use(createHandshake({ ...deps, networkOfPeer }));
  return io;
}

/** Joins the rooms of the user and the session. Fails if the session has ended. */
async function admit(socket: ClientSocket, { readSession, identify }: GatewayDeps): Promise<void> {
  await socket.join([rooms.user(socket.data.userId), rooms.session(socket.data.sessionId)]);
  // It may have ended between the handshake and the join; nothing would close this connection then.
  const token = readSession(socket.handshake.headers.cookie);
  if (token === null || !(await identify(token))) throw new Error('the session has ended');
}

/** Runs the handlers one after the other. */
async function handleConnect(
  socket: ClientSocket,
  admitted: Promise<void>,
  { logger, handlers }: { logger: Logger; handlers: readonly ConnectHandler[] },
) {
  try {
    await admitted;
    for (const handle of handlers) await handle(socket);
  } catch (error) {
    // Disconnect so that the client reconnects and joins all its rooms.
    logger.warn({ err: error }, 'connection setup failed');
    socket.disconnect(true);
  }
}

function countDevices(io: SocketServer) {
  const devices = [...io.of('/').sockets.values()];
  return { sockets: devices.length, people: new Set(devices.map(({ data }) => data.userId)).size };
}

/** Repeats work. A failure is logged, and the next run tries again. */
function createIntervals(logger: Logger) {
  const timers: NodeJS.Timeout[] = [];
  async function attempt(work: () => Promise<void> | void) {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'a repeated task failed');
    }
  }
  return {
    every: (ms: number, work: () => Promise<void> | void) => {
      timers.push(setInterval(() => void attempt(work), ms).unref());
    },
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
