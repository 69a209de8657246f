import { parse } from 'cookie';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Authenticate } from '../platform/caller.ts';
import type { Logger } from '../platform/logger.ts';
import { dropStalled } from './backpressure.ts';
import { createListeners, type Listen } from './listen.ts';
import { type ClientSocket, rooms, type SocketServer } from './rooms.ts';

interface GatewayParts {
  httpServer: HttpServer;
  allowedOrigins: ReadonlySet<string>;
  readSession: (cookies: Record<string, string | undefined>) => string | null;
  authenticate: Authenticate;
  logger: Logger;
}

/** The socket side of the program: who may connect, who hears what, who says what. */
export interface Gateway {
  readonly io: SocketServer;
  readonly rooms: typeof rooms;
  /** Runs for each new connection; what it says is said after the one before it has finished. */
  onConnect: (greet: (socket: ClientSocket) => Promise<void> | void) => void;
  onDisconnect: (part: (socket: ClientSocket, isDeliberate: boolean) => void) => void;
  /** Answers an event of the contract; its arguments are parsed before. */
  listen: Listen;
  /** Repeats until the gateway closes. A failure is logged and tried again next time. */
  every: (ms: number, work: () => Promise<void> | void) => void;
  /** Tells each device the heads of those of its chats that are among these. */
  tellHeads: (heads: ReadonlyMap<string, number>) => void;
  close: () => void;
}

const maxPerUser = 30;
const maxEventBytes = 128 * 1024;
const deliberate = new Set(['client namespace disconnect', 'server namespace disconnect']);

export function createGateway({
  httpServer,
  allowedOrigins,
  readSession,
  authenticate,
  logger,
}: GatewayParts): Gateway {
  const io: SocketServer = new Server(httpServer, {
    path: '/socket.io',
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: maxEventBytes,
    // No origin at all is a client that is no browser.
    allowRequest: (request, callback) => {
      const { origin } = request.headers;
      callback(null, origin === undefined || allowedOrigins.has(origin));
    },
  });
  const greeters: ((socket: ClientSocket) => Promise<void> | void)[] = [];
  const parters: ((socket: ClientSocket, isDeliberate: boolean) => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  const listeners = createListeners(logger);

  io.use(async (socket, next) => {
    const token = readSession(parse(socket.handshake.headers.cookie ?? ''));
    const known = token === null ? null : await authenticate(token).catch(() => null);
    const isFull =
      known !== null && (io.of('/').adapter.rooms.get(rooms.user(known.caller.userId))?.size ?? 0) >= maxPerUser;
    if (!known?.caller.isVerified || isFull) return next(new Error(isFull ? 'too many connections' : 'unauthorized'));
    socket.data = known.caller;
    return next();
  });

  io.on('connection', async (socket) => {
    const { userId, sessionId } = socket.data;
    listeners.attach(socket);
    socket.on('disconnect', (reason) => parters.forEach((part) => part(socket, deliberate.has(reason))));
    await socket.join([rooms.user(userId), rooms.session(sessionId)]);
    // The session may have ended between the handshake and the join; nobody would close this connection then.
    const token = readSession(parse(socket.handshake.headers.cookie ?? ''));
    try {
      if (token === null || !(await authenticate(token))) socket.disconnect(true);
      for (const greet of greeters) await greet(socket);
    } catch (error) {
      // Half a welcome is worse than none: the client comes again.
      logger.warn({ err: error }, 'could not welcome a connection');
      socket.disconnect(true);
    }
  });

  const every: Gateway['every'] = (ms, work) => {
    const run = async () => {
      try {
        await work();
      } catch (error) {
        logger.warn({ err: error }, 'a repeated task failed');
      }
    };
    timers.push(setInterval(() => void run(), ms).unref());
  };
  every(1000, () => dropStalled(io, logger));

  return {
    io,
    rooms,
    onConnect: (greet) => greeters.push(greet),
    onDisconnect: (part) => parters.push(part),
    listen: listeners.listen,
    every,
    tellHeads: (heads) => tellHeads(io, heads),
    close: () => {
      timers.forEach((timer) => clearInterval(timer));
      io.disconnectSockets(true);
      // Not io.close(): the HTTP server is not ours to close.
      io.engine.close();
    },
  };
}

function tellHeads(io: SocketServer, heads: ReadonlyMap<string, number>) {
  const { rooms: members } = io.of('/').adapter;
  const headsBySocket = new Map<string, Record<string, number>>();
  for (const [chatId, seq] of heads) {
    for (const socketId of members.get(rooms.chat(chatId)) ?? []) {
      const own = headsBySocket.get(socketId) ?? {};
      own[chatId] = seq;
      headsBySocket.set(socketId, own);
    }
  }
  for (const [id, socket] of io.of('/').sockets) socket.emit('chatHeads', headsBySocket.get(id) ?? {});
}
