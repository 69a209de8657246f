import type { ClientToServerEvents, EventRefusal, ServerToClientEvents } from '@chat-app/contract';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { onWake } from './on-wake.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';
import { isPageVisible } from './use-page-visible.ts';

export type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

interface ConnectionOptions {
  /** Where the chat server is; null: where the page came from. */
  url: string | null;
  onConnect: () => void;
  onAway: () => void;
  /** The server does not know our session. */
  onUnauthorized: () => void;
}

export interface Connection {
  socket: ChatSocket;
  connect: () => void;
  /** While waiting for the next try: makes it at once. */
  tryNow: () => void;
  close: () => void;
}

/** A connection that ends sooner was none: its tries go on being counted, or a server that throws us out would be hammered. */
const settledAfterMs = 5_000;

let current: Connection | null = null;

/** The connection of this tab, while there is one. */
export function currentSocket(): ChatSocket | null {
  return current?.socket ?? null;
}

/** Keeps one connection to the chat server up until it is closed. */
export function openConnection({ url, onConnect, onAway, onUnauthorized }: ConnectionOptions): Connection {
  const socket = createSocket(url);
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
    // Nodes of the previous release send the message alone. Comparing it can go one release later.
    if (error.data?.code === 'unauthenticated' || error.message === 'unauthorized') onUnauthorized();
    tries.later();
    onAway();
  });

  const connection: Connection = {
    socket,
    connect: attempt,
    tryNow: tries.now,
    close: () => {
      stopWaking();
      tries.stop();
      socket.removeAllListeners();
      socket.disconnect();
      if (current === connection) current = null;
    },
  };
  current = connection;
  return connection;
}

function createSocket(url: string | null): ChatSocket {
  return io(url ?? window.location.origin, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    // The library's own loop stops for good when the server closes the connection, and knows no slow tries.
    reconnection: false,
    forceNew: true,
  });
}

/** A line that breaks before the server has said hello: the library says nothing of it, and waits for another 20 s. */
function onEarlyEnd(socket: ChatSocket, act: () => void): void {
  const { engine } = socket.io;
  const progress = { isSettled: false };
  const settle = () => {
    progress.isSettled = true;
  };
  engine.once('open', settle);
  engine.once('error', settle);
  engine.once('close', () => {
    // Somebody who closes it has let go of it before.
    if (!progress.isSettled && socket.active) act();
  });
}

/** When to try again: a few times at once, then with jitter. */
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
    /** Only while waiting: a try that is under way is not disturbed. */
    now: () => {
      if (timer === null) return;
      stop();
      failedCount = 0;
      attempt();
    },
  };
}
