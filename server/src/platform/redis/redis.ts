import { createClient } from 'redis';
import { within } from '../deadline.ts';
import type { Logger } from '../logger.ts';

export type RedisClient = ReturnType<typeof dial>;

/** The application's Redis connections. Commands fail fast while Redis is unavailable; the process keeps running. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Opens another connection: a subscribed one can do nothing else. */
  duplicate: () => Promise<RedisClient>;
  /** Runs after Redis was unavailable and has returned: its data may be lost, and events published meanwhile are. */
  onReturn: (listener: () => Promise<void> | void) => void;
  close: () => Promise<void>;
}

const retryEveryMs = 250;
/** A hanging Redis closes no connection. With the interval between checks, a command waits two seconds at most. */
const silenceMs = 1500;
const lookEveryMs = 500;

/** Connects, or throws. Afterwards it reconnects forever. */
export async function connectRedis(
  url: string,
  logger: Logger,
  { connectWithinMs = 10_000 } = {},
): Promise<RedisConnection> {
  const clients: RedisClient[] = [];
  const listeners: (() => Promise<void> | void)[] = [];
  let isAway = false;

  async function tell(listener: () => Promise<void> | void) {
    try {
      await listener();
    } catch (error) {
      logger.error({ err: error }, 'recovery after the Redis reconnect failed');
    }
  }
  function lose(error: unknown) {
    if (!isAway) logger.warn({ err: error }, 'Redis is unavailable');
    isAway = true;
  }
  function find() {
    if (!isAway || !clients.every((client) => client.isReady)) return;
    isAway = false;
    logger.info({}, 'Redis is available again');
    for (const listener of listeners) void tell(listener);
  }

  async function open(): Promise<RedisClient> {
    const client = dial(url);
    // Before the first connection, the caller of `connect` receives the error.
    client.on('error', (error) => clients.includes(client) && lose(error));
    client.on('ready', find);
    await within(connectWithinMs, client.connect()).catch(() => {
      client.destroy();
      throw new Error(`Redis does not answer at ${new URL(url).host}`);
    });
    clients.push(client);
    return client;
  }

  const client = await open();
  const watch = setInterval(() => clients.forEach((each) => void look(each, lose)), lookEveryMs).unref();
  return {
    client,
    duplicate: open,
    onReturn: (listener) => void listeners.push(listener),
    close: async () => {
      clearInterval(watch);
      await Promise.all(clients.splice(0).map(hangUp));
    },
  };
}

function dial(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // The client's timeout ends when a command is sent, and costs a timer each; `look` ends unanswered commands.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: 2000, reconnectStrategy: () => retryEveryMs + Math.random() * retryEveryMs },
  });
}

/** Closes the connection to a Redis that does not answer, which fails every pending command, and reconnects. */
async function look(client: RedisClient, lose: (error: unknown) => void): Promise<void> {
  if (!client.isReady || looking.has(client)) return;
  looking.add(client);
  const error = await within(silenceMs, client.ping()).then(
    () => null,
    (reason: unknown) => reason,
  );
  looking.delete(client);
  if (error === null || !client.isReady) return;
  lose(error);
  client.destroy();
  await client.connect().catch(lose);
}

/** Commands sent a moment ago are still written. */
async function hangUp(client: RedisClient): Promise<void> {
  if (client.isReady) await within(1000, client.close()).catch(() => {});
  client.destroy();
}

const looking = new WeakSet<RedisClient>();
