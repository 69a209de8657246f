import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { RedisConnection } from '../redis/redis.ts';
import { keyPrefix } from '../redis/script.ts';
import { currentRequestId, withRequestId } from '../request-context.ts';
import type { Bus, EventMap, OrderKeys } from './bus.ts';
import { createListenerRegistry, type Listener } from './listeners.ts';
import { createOrderedDelivery } from './ordered-delivery.ts';

interface RedisBusDeps<Events extends EventMap> {
  redis: RedisConnection;
  logger: Logger;
  orderKeys: OrderKeys<Events>;
  /** Frequent events that concern no other process. */
  localEvents: readonly (keyof Events & string)[];
  /** Frequent events that concern only processes with devices. */
  frequentEvents: readonly (keyof Events & string)[];
  /** Whether devices connect to this process. */
  hasDevices: boolean;
  /** Called when an event could not be sent to the other processes. */
  onLoss?: () => void;
}

interface Envelope {
  readonly from: string;
  readonly name: string;
  readonly event: object;
  /** The id of the request that caused the event, so that log lines of other processes carry it too. */
  readonly cause?: string | undefined;
}

const channel = `${keyPrefix}bus`;
const frequentChannel = `${keyPrefix}bus:frequent`;

/** Publishes events to all processes on the same Redis. Local listeners receive them at once, with or without Redis. */
export async function createRedisBus<Events extends EventMap>(deps: RedisBusDeps<Events>): Promise<Bus<Events>> {
  const { redis, logger, orderKeys, onLoss = () => {} } = deps;
  const localEvents = new Set<string>(deps.localEvents);
  const frequentEvents = new Set<string>(deps.frequentEvents);
  const from = newId();
  const listeners = createListenerRegistry();
  const delivery = createOrderedDelivery(logger);

  const channelOf = (name: string) => (frequentEvents.has(name) ? frequentChannel : channel);
  const subscriber = await redis.duplicate();
  await subscriber.subscribe(deps.hasDevices ? [channel, frequentChannel] : channel, (text) => {
    const { cause, name, event, from: sender } = JSON.parse(text) as Envelope;
    if (sender === from) return;
    const keys = orderKeys(event as Events[keyof Events]);
    const enqueue = () => delivery.enqueue(keys, { name, event, listeners: listeners.forOthers(name) });
    if (cause === undefined) enqueue();
    else withRequestId(cause, enqueue);
  });

  function add(name: string, listener: Listener, origins: { own: boolean; others: boolean }) {
    if (localEvents.has(name)) throw new Error(`${name} does not leave its process`);
    listeners.add(name, listener, origins);
  }

  const sending = new Set<Promise<void>>();
  const isIdle = () => delivery.depth().events === 0 && sending.size === 0;
  async function send(name: string, event: object) {
    try {
      await redis.client.publish(
        channelOf(name),
        JSON.stringify({ from, name, event, cause: currentRequestId() } satisfies Envelope),
      );
    } catch (error) {
      logger.warn({ err: error, event: name }, 'publishing an event to the other nodes failed');
      onLoss();
    }
  }

  return {
    publish: (name, event) => {
      delivery.enqueue(orderKeys(event), { name, event, listeners: listeners.forOwn(name) });
      if (localEvents.has(name)) return;
      const sent = send(name, event).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    on: (name, listener) => listeners.add(name, listener as never, { own: true, others: false }),
    onEveryNode: (name, listener) => add(name, listener as never, { own: true, others: true }),
    onOtherNodes: (name, listener) => add(name, listener as never, { own: false, others: true }),
    isIdle,
    settle: async () => {
      while (!isIdle()) {
        await delivery.settle();
        await Promise.all(sending);
      }
    },
  };
}
