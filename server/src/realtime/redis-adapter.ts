import { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from '../platform/logger.ts';
import type { RedisConnection } from '../platform/redis/redis.ts';
import { keyPrefix } from '../platform/redis/script.ts';

interface RedisAdapterDeps {
  redis: RedisConnection;
  logger: Logger;
  /** False in a process that accepts no connections and only emits. */
  hasDevices: boolean;
  /** An event could not be published to the other nodes. */
  onLoss: () => void;
  /** Called with the rooms of every event that is meant for other nodes too. */
  onEmit: (rooms: ReadonlySet<string>) => void;
}

type AdapterFactory = ReturnType<typeof createAdapter>;
type Adapter = ReturnType<AdapterFactory>;
type MessageListener = (message: Buffer, channel: Buffer) => void;

/** Relays room events to the devices of all nodes by Socket.IO's Redis adapter. Failures never reach the emitter. */
export async function createRedisAdapter({
  redis,
  logger,
  hasDevices,
  onLoss,
  onEmit,
}: RedisAdapterDeps): Promise<AdapterFactory> {
  const subscriber = hasDevices ? await redis.duplicate() : null;
  let ownId = '';
  const warn = (error: unknown) => logger.warn({ err: error }, 'emitting to the devices of other nodes failed');

  // The adapter does not handle these promises: a rejected one would end the process.
  const publisher = {
    ...clientMethods,
    publish: (channel: string, message: Buffer | string) =>
      redis.client.publish(channel, message).catch((error: unknown) => {
        warn(error);
        onLoss();
      }),
  };
  const subscriptions = {
    ...clientMethods,
    pSubscribe: (pattern: string, listener: MessageListener) =>
      subscriber?.pSubscribe(pattern, listener, true).catch(warn),
    subscribe: (channels: string[], listener: MessageListener) =>
      subscriber
        ?.subscribe(channels, (message, channel) => isIgnored(ownId, message) || listener(message, channel), true)
        .catch(warn),
  };
  const createFor = createAdapter(publisher, subscriptions, { key: `${keyPrefix}socket.io` });
  // Socket.IO calls it with `new`, so it cannot be an arrow function.
  return function createAdapterFor(namespace: unknown) {
    const adapter = createFor(namespace);
    ownId = String(adapter.uid);
    applyLocallyFirst(adapter);
    const broadcast = adapter.broadcast.bind(adapter);
    adapter.broadcast = (packet, options) => {
      if (options.flags?.local !== true && !isDispensable(packet, options)) onEmit(options.rooms);
      broadcast(packet, options);
    };
    return adapter;
  };
}

/** Nobody has to fetch again what may be dropped, nor the receipt of another member, which has a fourth argument. */
function isDispensable(packet: unknown, { flags }: Parameters<Adapter['broadcast']>[1]): boolean {
  const { data } = packet as { data?: unknown };
  return flags?.volatile === true || (Array.isArray(data) && data[0] === 'chatRead' && data.length === 4);
}

/** The adapter takes an object with these methods for a client of the `redis` library. */
const clientMethods = { pSubscribe: () => {}, on: () => {}, off: () => {} };

/**
 * By default the adapter joins rooms, leaves them and disconnects only when its own request returns from Redis: a
 * removed member would still receive the next events, and without Redis would never leave.
 */
function applyLocallyFirst(adapter: Adapter) {
  const locally = <Options extends object>(options: Options) => ({ ...options, flags: { local: true } });
  const addSockets = adapter.addSockets.bind(adapter);
  const delSockets = adapter.delSockets.bind(adapter);
  const disconnectSockets = adapter.disconnectSockets.bind(adapter);
  adapter.addSockets = (options, rooms) => {
    addSockets(locally(options), rooms);
    if (options.flags?.local !== true) addSockets(options, rooms);
  };
  adapter.delSockets = (options, rooms) => {
    // Chats' rooms are left here already, and perhaps joined again.
    if (!hasChatRoom(rooms)) delSockets(locally(options), rooms);
    if (options.flags?.local !== true) delSockets(options, rooms);
  };
  adapter.disconnectSockets = (options, close) => {
    disconnectSockets(locally(options), close);
    if (options.flags?.local !== true) disconnectSockets(options, close);
  };
}

/**
 * Own requests are already applied; a late second time would undo what followed. Chats' rooms are joined and left by each
 * node for itself; only nodes of the previous release ask others to. Only requests are JSON.
 */
function isIgnored(ownId: string, message: Buffer): boolean {
  if (message[0] !== 0x7b) return false;
  const request = JSON.parse(message.toString()) as { uid?: string; rooms?: string[] };
  return request.uid === ownId || hasChatRoom(request.rooms ?? []);
}

const hasChatRoom = (rooms: readonly string[]) => rooms.some((room) => room.startsWith('chat:'));
