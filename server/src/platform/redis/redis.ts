import { createClient } from 'redis';
import { within } from '../deadline.ts';
import type { Logger } from '../logger.ts';

export type RedisClient = ReturnType<typeof dial>;

/** What all of the program's Redis connections have in common. Commands fail fast while Redis is away; nobody exits for it. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** A connection of its own: one that is subscribed to something can do nothing else. */
  duplicate: () => Promise<RedisClient>;
  /** After Redis was away and is back: what it held may be lost, and what was told meanwhile is. */
  onReturn: (listener: () => Promise<void> | void) => void;
  close: () => Promise<void>;
}

const retryEveryMs = 250;
/** A Redis that hangs closes nothing: together with the next look, a command waits two seconds at most. */
const silenceMs = 1500;
const lookEveryMs = 500;

/** Connects, or says that it cannot. Afterwards it goes on trying for ever. */
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
      logger.error({ err: error }, 'could not put things right after Redis came back');
    }
  }
  function lose(error: unknown) {
    if (!isAway) logger.warn({ err: error }, 'Redis is away');
    isAway = true;
  }
  function find() {
    if (!isAway || !clients.every((client) => client.isReady)) return;
    isAway = false;
    logger.info({}, 'Redis is back');
    for (const listener of listeners) void tell(listener);
  }

  async function open(): Promise<RedisClient> {
    const client = dial(url);
    // Before it is connected for the first time, whoever waits for it is told.
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
    // It would count only until a command is sent, and cost a timer each; `look` ends those that are not answered.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: 2000, reconnectStrategy: () => retryEveryMs + Math.random() * retryEveryMs },
  });
}

/** Hangs up on a Redis that does not answer, which ends every command that waits for it, and dials again. */
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

/** What was said a moment ago still goes out. */
async function hangUp(client: RedisClient): Promise<void> {
  if (client.isReady) await within(1000, client.close()).catch(() => {});
  client.destroy();
}

const looking = new WeakSet<RedisClient>();
