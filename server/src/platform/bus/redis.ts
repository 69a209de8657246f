import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { RedisConnection } from '../redis/redis.ts';
import { keyPrefix } from '../redis/script.ts';
import { currentRequestId, forRequest } from '../request-context.ts';
import type { Bus, EventMap } from './bus.ts';
import { createListenerBook, createListenerLine } from './listeners.ts';

interface RedisBusParts<Events extends EventMap> {
  redis: RedisConnection;
  logger: Logger;
  /** Events that come by the thousand and concern no other process. */
  staysHere: readonly (keyof Events & string)[];
  /** An event could not be told to the others. */
  onLoss?: () => void;
}

interface Letter {
  readonly from: string;
  readonly name: string;
  readonly event: object;
  /** The request that made it happen: log lines of other processes carry its id too. */
  readonly cause?: string | undefined;
}

const channel = `${keyPrefix}bus`;

/** Tells every process that is connected to the same Redis. What happened here is heard here at once, with or without Redis. */
export async function createRedisBus<Events extends EventMap>(parts: RedisBusParts<Events>): Promise<Bus<Events>> {
  const { redis, logger, onLoss = () => {} } = parts;
  const staysHere = new Set<string>(parts.staysHere);
  const from = newId();
  const book = createListenerBook();
  const line = createListenerLine(logger);

  const subscriber = await redis.duplicate();
  await subscriber.subscribe(channel, (text) => {
    const { cause, ...letter } = JSON.parse(text) as Letter;
    if (letter.from === from) return;
    const queue = () => line.queue(book.forEach(letter.name), letter.name, letter.event);
    if (cause === undefined) queue();
    else forRequest(cause, queue);
  });

  const sending = new Set<Promise<void>>();
  async function send(name: string, event: object) {
    try {
      await redis.client.publish(
        channel,
        JSON.stringify({ from, name, event, cause: currentRequestId() } satisfies Letter),
      );
    } catch (error) {
      logger.warn({ err: error, event: name }, 'the other nodes were not told of an event');
      onLoss();
    }
  }

  return {
    publish: (name, event) => {
      line.queue(book.all(name), name, event);
      if (staysHere.has(name)) return;
      const sent = send(name, event).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    on: (name, listener) => book.add(name, listener as never, false),
    onEach: (name, listener) => {
      if (staysHere.has(name)) throw new Error(`${name} does not leave its process`);
      book.add(name, listener as never, true);
    },
    settle: async () => {
      await line.settle();
      await Promise.all(sending);
    },
  };
}
