import { newId, type NodeId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { RedisConnection } from '../redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../redis/script.ts';
import type { Nodes } from './nodes.ts';

/** Who is alive: node ids by when their lease ends. Scripts that clear away after a node look here whether it is back. */
export const nodesKey = `${keyPrefix}nodes`;
/** Those whose end somebody is dealing with, by when that is taken to have failed. */
const dyingKey = `${keyPrefix}nodes:dying`;

interface RedisNodesParts {
  redis: RedisConnection;
  logger: Logger;
  leaseMs?: number;
  renewEveryMs?: number;
}

/** Registers this process, keeps its lease, and looks for those whose lease has lapsed. */
export async function joinNodes(parts: RedisNodesParts): Promise<Nodes> {
  const { redis, logger, leaseMs = 20_000, renewEveryMs = 5000 } = parts;
  const { client } = redis;
  const id = newId<NodeId>();
  const keys = [nodesKey, dyingKey];
  const listeners = createNodeListeners(client, logger);
  const renew = () => renewLease(client, keys, [id, leaseMs]);
  let isClosed = false;
  let isForgotten = false;
  let isAtWork = false;

  /** The lease is renewed in each round, however long the listeners of an earlier one take: this node lives. */
  async function round() {
    if (isClosed) return;
    try {
      const lease = await renew();
      if (lease === 'unknown') isForgotten = true;
      if (isAtWork || isClosed) return;
      isAtWork = true;
      await react(lease).finally(() => (isAtWork = false));
    } catch (error) {
      logger.warn({ err: error }, 'node lease renewal failed');
    }
  }

  /** What fails is tried again in the next round; a death that nobody finished dealing with, after a lease. */
  async function react(lease: Lease) {
    if (isForgotten) {
      logger.warn({ nodeId: id }, 'this node was not known any more and is registered again');
      isForgotten = false;
      await listeners.notifyRebirth().catch((error: unknown) => {
        isForgotten = true;
        throw error;
      });
    }
    // When our own lease had lapsed, the others may be as late as we are: they do not expire yet.
    if (lease !== 'kept') return;
    for (const nodeId of await claimLapsed(client, keys, [leaseMs])) await listeners.notifyDeath(nodeId);
  }

  await renew();
  const timer = setInterval(() => void round(), renewEveryMs).unref();
  redis.onReturn(round);

  return {
    id,
    onDeath: listeners.onDeath,
    onRebirth: listeners.onRebirth,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      // The next node that looks finds it lapsed: by then most of its people have come to others and are not missed.
      await client.zAdd(nodesKey, { score: 0, value: id }).catch(() => {});
    },
  };
}

function createNodeListeners(client: RedisConnection['client'], logger: Logger) {
  const deathListeners: ((nodeId: NodeId) => Promise<void>)[] = [];
  const rebirthListeners: (() => Promise<void>)[] = [];
  return {
    onDeath: (listener: (nodeId: NodeId) => Promise<void>) => void deathListeners.push(listener),
    onRebirth: (listener: () => Promise<void>) => void rebirthListeners.push(listener),
    notifyRebirth: async () => {
      for (const listener of rebirthListeners) await listener();
    },
    notifyDeath: async (nodeId: NodeId) => {
      for (const listener of deathListeners) await listener(nodeId);
      await client.zRem(dyingKey, nodeId);
      logger.info({ nodeId }, 'cleared away what a node had left');
    },
  };
}

type Lease = 'kept' | 'lapsed' | 'unknown';

const renewLease = createScript<Lease>(`${luaNow}
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
if not known then return 'unknown' end
return tonumber(known) < now and 'lapsed' or 'kept'`);

/** Whoever gets a node's id has it to itself for as long as a lease; should they die too, somebody else gets it. */
const claimLapsed = createScript<NodeId[]>(`${luaNow}
local lapsed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do lapsed[#lapsed + 1] = id end
for _, id in ipairs(lapsed) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[1]), id)
end
return lapsed`);
