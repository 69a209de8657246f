import { createClient } from 'redis';
import { withTimeout } from '../deadline.ts';
import type { Logger } from '../logger.ts';

export type ReconnectListener = (outageMs: number) => Promise<void> | void;
export type RedisClient = ReturnType<typeof createRedisClient>;

/** The application's Redis connections. Commands fail fast while Redis is unavailable; the process keeps running. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Opens another connection: a subscribed one can do nothing else. */
  duplicate: () => Promise<RedisClient>;
  /**
   * Runs after Redis was unavailable and has reconnected: its data may be lost, and events published meanwhile are. The
   * listener receives how long that may have been.
   */
  onReconnect: (listener: ReconnectListener) => void;
  close: () => Promise<void>;
}

const retryEveryMs = 250;
/** A hanging Redis closes no connection. With the interval between checks, a command waits two seconds at most. */
const pingTimeoutMs = 1500;
const checkEveryMs = 500;

/** Connects, or throws. Afterwards it reconnects forever. */
export async function connectRedis(
  url: string,
  logger: Logger,
  { connectWithinMs = 10_000 } = {},
): Promise<RedisConnection> {
  const clients: RedisClient[] = [];
  const listeners: ReconnectListener[] = [];
  let unavailableSince: number | null = null;

  async function notify(listener: ReconnectListener, outageMs: number) {
    try {
      await listener(outageMs);
    } catch (error) {
      logger.error({ err: error }, 'recovery after the Redis reconnect failed');
    }
  }
  function handleUnavailable(error: unknown, since = performance.now()) {
    if (unavailableSince === null) logger.warn({ err: error }, 'Redis is unavailable');
    unavailableSince ??= since;
  }
  function handleReady() {
    if (unavailableSince === null || !clients.every((client) => client.isReady)) return;
    const outageMs = performance.now() - unavailableSince;
    unavailableSince = null;
    logger.info({}, 'Redis is available again');
    for (const listener of listeners) void notify(listener, outageMs);
  }

  async function open(): Promise<RedisClient> {
    const client = createRedisClient(url);
    // Before the first connection, the caller of `connect` receives the error.
    client.on('error', (error) => clients.includes(client) && handleUnavailable(error));
    client.on('ready', handleReady);
    await withTimeout(connectWithinMs, client.connect()).catch(() => {
      client.destroy();
      throw new Error(`Redis does not answer at ${new URL(url).host}`);
    });
    clients.push(client);
    return client;
  }

  const client = await open();
  const watch = setInterval(
    () => clients.forEach((each) => void checkAlive(each, handleUnavailable)),
    checkEveryMs,
  ).unref();
  return {
    client,
    duplicate: open,
    onReconnect: (listener) => void listeners.push(listener),
    close: async () => {
      clearInterval(watch);
      await Promise.all(clients.splice(0).map(closeClient));
    },
  };
}

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // The client's timeout ends when a command is sent, and costs a timer each; `checkAlive` ends unanswered commands.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: 2000, reconnectStrategy: () => retryEveryMs + Math.random() * retryEveryMs },
  });
}

/** Closes the connection to a Redis that does not answer, which fails every pending command, and reconnects. */
async function checkAlive(
  client: RedisClient,
  handleUnavailable: (error: unknown, since?: number) => void,
): Promise<void> {
  if (!client.isReady || checking.has(client)) return;
  checking.add(client);
  const startedAt = performance.now();
  const error = await withTimeout(pingTimeoutMs, client.ping()).then(
    () => null,
    (reason: unknown) => reason,
  );
  checking.delete(client);
  if (error === null) lastAnsweredPings.set(client, startedAt);
  if (error === null || !client.isReady) return;
  handleUnavailable(error, lastAnsweredPings.get(client));
  client.destroy();
  await client.connect().catch((reason: unknown) => handleUnavailable(reason));
}

/** Commands sent a moment ago are still written. */
async function closeClient(client: RedisClient): Promise<void> {
  if (client.isReady) await withTimeout(1000, client.close()).catch(() => {});
  client.destroy();
}

const checking = new WeakSet<RedisClient>();
/** When they were sent: an outage has begun after that. */
const lastAnsweredPings = new WeakMap<RedisClient, number>();
