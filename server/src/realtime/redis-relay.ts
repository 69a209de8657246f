import { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from '../platform/logger.ts';
import type { RedisConnection } from '../platform/redis/redis.ts';
import { keyPrefix } from '../platform/redis/script.ts';

interface RelayParts {
  redis: RedisConnection;
  logger: Logger;
  /** False in a process that accepts no connections and only emits. */
  hasDevices: boolean;
  /** An event could not be published to the other nodes. */
  onLoss: () => void;
}

type Relay = ReturnType<typeof createAdapter>;
type Adapter = ReturnType<Relay>;
type Hear = (message: Buffer, channel: Buffer) => void;

/** Relays room events to the devices of all nodes by Socket.IO's Redis adapter. Failures never reach the emitter. */
export async function createRedisRelay({ redis, logger, hasDevices, onLoss }: RelayParts): Promise<Relay> {
  const subscriber = hasDevices ? await redis.duplicate() : null;
  let ownId = '';
  const warn = (error: unknown) => logger.warn({ err: error }, 'emitting to the devices of other nodes failed');

  // The adapter does not handle these promises: a rejected one would end the process.
  const publisher = {
    ...marks,
    publish: (channel: string, message: Buffer | string) =>
      redis.client.publish(channel, message).catch((error: unknown) => {
        warn(error);
        onLoss();
      }),
  };
  const listener = {
    ...marks,
    pSubscribe: (pattern: string, hear: Hear) => subscriber?.pSubscribe(pattern, hear, true).catch(warn),
    subscribe: (channels: string[], hear: Hear) =>
      subscriber
        ?.subscribe(channels, (message, channel) => isBy(ownId, message) || hear(message, channel), true)
        .catch(warn),
  };
  const relay = createAdapter(publisher, listener, { key: `${keyPrefix}socket.io` });
  // Socket.IO calls it with `new`, so it cannot be an arrow function.
  return function relayFor(namespace: unknown) {
    const adapter = relay(namespace);
    ownId = String(adapter.uid);
    actHereAtOnce(adapter);
    return adapter;
  };
}

/** By these methods the adapter recognises a client of this library. */
const marks = { pSubscribe: () => {}, on: () => {}, off: () => {} };

/**
 * By default the adapter joins rooms, leaves them and disconnects only when its own request returns from Redis: a
 * removed member would still receive the next events, and without Redis would never leave.
 */
function actHereAtOnce(adapter: Adapter) {
  const here = <Options extends object>(options: Options) => ({ ...options, flags: { local: true } });
  const addSockets = adapter.addSockets.bind(adapter);
  const delSockets = adapter.delSockets.bind(adapter);
  const disconnectSockets = adapter.disconnectSockets.bind(adapter);
  adapter.addSockets = (options, rooms) => {
    addSockets(here(options), rooms);
    if (options.flags?.local !== true) addSockets(options, rooms);
  };
  adapter.delSockets = (options, rooms) => {
    delSockets(here(options), rooms);
    if (options.flags?.local !== true) delSockets(options, rooms);
  };
  adapter.disconnectSockets = (options, close) => {
    disconnectSockets(here(options), close);
    if (options.flags?.local !== true) disconnectSockets(options, close);
  };
}

/** Own requests are already applied; a late second time would undo what followed. Only requests are JSON. */
function isBy(ownId: string, message: Buffer): boolean {
  if (message[0] !== 0x7b) return false;
  const request = JSON.parse(message.toString()) as { uid?: string };
  return request.uid === ownId;
}
