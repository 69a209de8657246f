import { newId, type NodeId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { RedisConnection } from '../redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../redis/script.ts';
import type { Nodes } from './nodes.ts';

/** Live nodes: node ids by the end of their lease. Scripts that release a node check here whether it has returned. */
export const nodesKey = `${keyPrefix}nodes`;
/** Nodes that are being released, by the time after which the release is considered failed. */
const releasingKey = `${keyPrefix}nodes:dying`;

interface RedisNodesDeps {
  redis: RedisConnection;
  logger: Logger;
  leaseMs?: number;
  renewEveryMs?: number;
}

/** Registers this process, renews its lease, and finds nodes whose lease has expired. */
export async function registerNode(deps: RedisNodesDeps): Promise<Nodes> {
  const { redis, logger, leaseMs = 20_000, renewEveryMs = 5000 } = deps;
  const { client } = redis;
  const id = newId<NodeId>();
  const keys = [nodesKey, releasingKey];
  const expiryListeners: ((nodeId: NodeId, expiredAt: number) => Promise<void>)[] = [];
  const registrationListeners: (() => Promise<void>)[] = [];
  const renew = () => renewLease(client, keys, [id, leaseMs]);
  let isClosed = false;
  let isUnregistered = false;
  let isReconciling = false;

  /** Always renews the lease, even while the listeners of an earlier run are busy: this node is alive. */
  async function renewAndReconcile() {
    if (isClosed) return;
    try {
      const lease = await renew();
      if (lease === 'unknown') isUnregistered = true;
      if (isReconciling || isClosed) return;
      isReconciling = true;
      await reconcile(lease).finally(() => (isReconciling = false));
    } catch (error) {
      logger.warn({ err: error }, 'node lease renewal failed');
    }
  }

  /** A failed re-registration is retried in the next run; an unfinished release, after the length of a lease. */
  async function reconcile(lease: Lease) {
    if (isUnregistered) {
      logger.warn({ nodeId: id }, 'this node was no longer registered and has registered again');
      isUnregistered = false;
      await notifyRegistrationLost().catch((error: unknown) => {
        isUnregistered = true;
        throw error;
      });
    }
    // When our own lease had expired, the others may be just as late, so none of them is expired yet.
    if (lease !== 'renewed') return;
    const [expiredAt, ...nodeIds] = await claimExpired(client, keys, [leaseMs]);
    for (const nodeId of nodeIds) await releaseNode(nodeId, expiredAt);
  }

  async function notifyRegistrationLost() {
    for (const listener of registrationListeners) await listener();
  }

  async function releaseNode(nodeId: NodeId, expiredAt: number) {
    for (const listener of expiryListeners) await listener(nodeId, expiredAt);
    await client.zRem(releasingKey, nodeId);
    logger.info({ nodeId }, 'released an expired node');
  }

  await renew();
  const timer = setInterval(() => void renewAndReconcile(), renewEveryMs).unref();
  redis.onReconnect(renewAndReconcile);

  return {
    id,
    onNodeExpired: (listener) => void expiryListeners.push(listener),
    onRegistrationLost: (listener) => void registrationListeners.push(listener),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      // The next node that checks finds this lease expired. By then most of its users have reconnected to other nodes
      // and do not appear offline.
      await client.zAdd(nodesKey, { score: 0, value: id }).catch(() => {});
    },
  };
}

type Lease = 'renewed' | 'expired' | 'unknown';

const renewLease = createScript<Lease>(`${luaNow}
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
if not known then return 'unknown' end
return tonumber(known) < now and 'expired' or 'renewed'`);

/**
 * The node that claims an id owns it for the length of a lease; if that node dies too, another one claims it. Returns
 * the time and the ids.
 */
const claimExpired = createScript<[number, ...NodeId[]]>(`${luaNow}
local expired = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do expired[#expired + 1] = id end
for _, id in ipairs(expired) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZADD', KEYS[2], now + tonumber(ARGV[1]), id)
end
return {now, unpack(expired)}`);
