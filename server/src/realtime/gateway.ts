import { type ChatId, type EventRefusal, socketLimits } from '@chat-app/contract';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type ServerOptions } from 'socket.io';
import type { Identify } from '../platform/caller.ts';
import { AppError, unavailable } from '../platform/errors.ts';
import { commonHeaders } from '../platform/http/security-headers.ts';
import { clientAddress, networkOf } from '../platform/client-address.ts';
import { type RateLimiter, spend } from '../platform/rate-limiter.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { dropStalled } from './backpressure.ts';
import { closeConnections, createDrain } from './drain.ts';
import { tellHeads } from './heads.ts';
import { createListeners, type Listen } from './listen.ts';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

interface GatewayParts {
  /** Null in a process that accepts no connections: it only emits to devices of other nodes. */
  httpServer: HttpServer | null;
  /** Passes events to the other nodes. */
  adapter?: NonNullable<ServerOptions['adapter']> | null;
  allowedOrigins: ReadonlySet<string>;
  isHttps: boolean;
  readSession: (cookieHeader: string | undefined) => string | null;
  identify: Identify;
  limiter: RateLimiter;
  /** Off for load tests. */
  areLimitsOn: boolean;
  trustedProxies: number;
  logger: Logger;
  metrics: Metrics;
}

type Greeter = (socket: ClientSocket) => Promise<void> | void;

/** The Socket.IO server: authorizes connections, dispatches incoming events and emits outgoing ones. */
export interface Gateway {
  readonly io: SocketServer;
  readonly rooms: typeof rooms;
  /** Runs for each new connection, after the handlers that were registered before have finished. */
  onConnect: (greet: Greeter) => void;
  onDisconnect: (part: (socket: ClientSocket, isDeliberate: boolean) => void) => void;
  /** Registers the handler of a client event. Its arguments are parsed first. */
  listen: Listen;
  /** Repeats until the gateway closes. A failure is logged, and the next run tries again. */
  every: (ms: number, work: () => Promise<void> | void) => void;
  /** Emits to each device the heads of those of its chats that are among these. */
  tellHeads: (heads: ReadonlyMap<ChatId, number>) => Promise<void>;
  /** Disconnects every device of this process, spread over some time: they reconnect and fetch what they missed. */
  reconnectAll: () => void;
  /** Refuses new connections and closes the current ones within this time; their devices turn to another node. */
  drain: (spreadMs: number) => Promise<void>;
  close: () => void;
}

const reconnectWithinMs = 5000;
/** Per network. */
const failedHandshakes = { limit: 300, windowMs: 60_000 };
const deliberate = new Set(['client namespace disconnect', 'server namespace disconnect']);

export function createGateway(parts: GatewayParts): Gateway {
  const { logger, metrics } = parts;
  const io = createServer(parts);
  const greeters: Greeter[] = [];
  const parters: ((socket: ClientSocket, isDeliberate: boolean) => void)[] = [];
  const listeners = createListeners(logger, parts);
  const rounds = createRounds(logger);

  io.on('connection', (socket) => {
    listeners.attach(socket);
    socket.onAnyOutgoing(metrics.delivered);
    socket.on('disconnect', (reason) => parters.forEach((part) => part(socket, deliberate.has(reason))));
    void welcome(socket, parts, greeters);
  });
  rounds.every(1000, () => dropStalled(io, logger, metrics));
  metrics.watchSockets(() => countDevices(io));
  const hasDevices = parts.httpServer !== null;

  return {
    io,
    rooms,
    onConnect: (greet) => greeters.push(greet),
    onDisconnect: (part) => parters.push(part),
    listen: listeners.listen,
    every: (ms, work) => {
      if (hasDevices) rounds.every(ms, work);
    },
    tellHeads: (heads) => tellHeads(io, heads),
    reconnectAll: () => {
      for (const { conn } of io.of('/').sockets.values())
        setTimeout(() => conn.close(), Math.random() * reconnectWithinMs).unref();
    },
    drain: createDrain(io),
    close: () => {
      rounds.stop();
      // Not io.close(): it would close the HTTP server, which the gateway does not own.
      closeConnections(io);
    },
  };
}

/** Accepts verified sessions, from our own pages or from clients that are not browsers. */
function createServer(parts: GatewayParts): SocketServer {
  const { httpServer, allowedOrigins, readSession, identify, limiter, areLimitsOn, isHttps, trustedProxies, logger } =
    parts;
  const io: SocketServer = new Server(httpServer ?? undefined, {
    ...(parts.adapter && { adapter: parts.adapter }),
    path: '/socket.io',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: socketLimits.eventMaxBytes,
    allowRequest: ({ headers }, callback) => {
      callback(null, headers.origin === undefined || allowedOrigins.has(headers.origin));
    },
  });

  const networkBehind = createNetworkReader(trustedProxies);
  if (httpServer) {
    const answerHeaders = Object.entries(commonHeaders(isHttps));
    // The same headers as on every other response, refused polling included; a refused upgrade is bare text.
    io.engine.use((_: IncomingMessage, response: ServerResponse, next: () => void) => {
      for (const [name, value] of answerHeaders) response.setHeader(name, value);
      next();
    });
    io.engine.on('connection_error', ({ req, message }: { req: IncomingMessage; message: string }) => {
      const network = networkBehind({ headers: req.headers, address: req.socket.remoteAddress ?? '' });
      logger.info({ reason: message, network }, 'connection refused');
    });
  }

  async function judge(socket: ClientSocket) {
    const token = readSession(socket.handshake.headers.cookie);
    const caller = token === null ? null : await identify(token);
    if (caller) socket.data = caller;
    if (!caller?.isVerified) {
      await spend(limiter, `handshake:${networkBehind(socket.handshake)}`, failedHandshakes);
      throw new AppError('unauthenticated', 'unauthorized');
    }
    const devices = io.of('/').adapter.rooms.get(rooms.user(caller.userId))?.size ?? 0;
    if (areLimitsOn && devices >= socketLimits.connectionsPerPerson)
      throw new AppError('rate_limited', 'too many connections');
  }
  const tell = createRefusalLog(logger, networkBehind);
  async function admit(socket: ClientSocket, next: (error?: Error) => void) {
    try {
      await judge(socket);
      next();
    } catch (error) {
      tell(socket, error);
      const { code, message } = error instanceof AppError ? error : unavailable('unavailable');
      // Socket.IO sends `data` to the client, which decides by the code.
      next(Object.assign(new Error(message), { data: { code } satisfies EventRefusal }));
    }
  }
  io.use((socket, next) => void admit(socket, next));
  return io;
}

interface Visit {
  readonly address: string;
  readonly headers: IncomingMessage['headers'];
}

const createNetworkReader =
  (trustedProxies: number) =>
  ({ address, headers }: Visit) =>
    networkOf(clientAddress({ address, forwardedFor: headers['x-forwarded-for'], trustedProxies }));

/** Logs once per connection: a refused client can ask again over the same one any number of times. */
function createRefusalLog(logger: Logger, networkBehind: (visit: Visit) => string) {
  const told = new WeakSet<object>();
  return ({ conn, data, handshake }: ClientSocket, error: unknown) => {
    if (told.has(conn)) return;
    told.add(conn);
    const facts = { network: networkBehind(handshake), userId: data.userId };
    if (error instanceof AppError) logger.info({ ...facts, code: error.code }, 'connection refused');
    else logger.warn({ ...facts, code: 'unavailable', err: error }, 'connection refused');
  };
}

async function welcome(socket: ClientSocket, { readSession, identify, logger }: GatewayParts, greeters: Greeter[]) {
  try {
    await socket.join([rooms.user(socket.data.userId), rooms.session(socket.data.sessionId)]);
    // The session may have ended between the handshake and the join; nothing would close this connection then.
    const token = readSession(socket.handshake.headers.cookie);
    if (token === null || !(await identify(token))) throw new Error('the session has ended');
    for (const greet of greeters) await greet(socket);
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
function createRounds(logger: Logger) {
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
