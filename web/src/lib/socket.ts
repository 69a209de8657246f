import type { ClientToServerEvents, EventRefusal, ServerToClientEvents, UserId } from '@chat-app/contract';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { isPageVisible, onWake } from '../browser/page.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

interface ConnectionOptions {
  /** The URL of the chat server; null for the origin of the page. */
  url: string | null;
  /** The user of this page. The server refuses the connection if the session belongs to somebody else. */
  userId: UserId;
  onConnect: () => void;
  onAway: () => void;
  /** The server rejected the session. */
  onUnauthorized: () => void;
}

export interface Connection {
  socket: ChatSocket;
  connect: () => void;
  /** Starts the next attempt at once if one is scheduled. */
  tryNow: () => void;
  close: () => void;
}

/** A shorter connection does not reset the attempts. Otherwise clients would flood a server that disconnects them. */
const settledAfterMs = 5_000;

/** Keeps one connection to the chat server open until `close`. */
export function openConnection({ url, userId, onConnect, onAway, onUnauthorized }: ConnectionOptions): Connection {
  const socket = createSocket(url, userId);
  const attempt = () => {
    socket.connect();
    onEarlyEnd(socket, () => {
      if (tries.areWaiting()) return;
      socket.disconnect();
      tries.later();
      onAway();
    });
  };
  const tries = createTries(attempt);
  const stopWaking = onWake(tries.now);
  let connectedAt = 0;

  socket.on('connect', () => {
    connectedAt = Date.now();
    onConnect();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    if (Date.now() - connectedAt >= settledAfterMs) tries.reset();
    tries.later();
    onAway();
  });
  socket.on('connect_error', (error: Error & { data?: Partial<EventRefusal> }) => {
    // Nodes of the previous release send only the message. Remove this comparison one release later.
    if (error.data?.code === 'unauthenticated' || error.message === 'unauthorized') onUnauthorized();
    tries.later();
    onAway();
  });

  return {
    socket,
    connect: attempt,
    tryNow: tries.now,
    close: () => {
      stopWaking();
      tries.stop();
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}

/** Whether the connections of this socket are those of this user. */
export function belongsTo({ auth }: ChatSocket, userId: UserId): boolean {
  return 'userId' in auth && auth['userId'] === userId;
}

function createSocket(url: string | null, userId: UserId): ChatSocket {
  return io(url ?? window.location.origin, {
    auth: { userId },
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    // The library's loop stops permanently when the server closes the connection, and has no slow attempts.
    reconnection: false,
    forceNew: true,
  });
}

/** Handles a connection that breaks before the handshake. The library reports nothing and waits for another 20 s. */
function onEarlyEnd(socket: ChatSocket, act: () => void): void {
  const { engine } = socket.io;
  const progress = { isSettled: false };
  const settle = () => {
    progress.isSettled = true;
  };
  engine.once('open', settle);
  engine.once('error', settle);
  engine.once('close', () => {
    // After a deliberate close, the socket is no longer active.
    if (!progress.isSettled && socket.active) act();
  });
}

/** Schedules the attempts: a few quick ones, then slower ones with jitter. */
function createTries(attempt: () => void) {
  let failedCount = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const run = () => {
    timer = null;
    attempt();
  };
  return {
    stop,
    areWaiting: () => timer !== null,
    reset: () => {
      failedCount = 0;
    },
    later: () => {
      stop();
      timer = setTimeout(run, reconnectDelayMs({ failedAttempts: failedCount, isVisible: isPageVisible() }));
      failedCount += 1;
    },
    /** Only while waiting; does not interrupt a running attempt. */
    now: () => {
      if (timer === null) return;
      stop();
      failedCount = 0;
      attempt();
    },
  };
}
