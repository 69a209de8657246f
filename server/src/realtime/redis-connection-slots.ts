import type { UserId } from '@chat-app/contract';
import type { NodeId } from '../platform/ids.ts';
import { nodesKey } from '../platform/nodes/redis-nodes.ts';
import type { RedisConnection } from '../platform/redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../platform/redis/script.ts';
import type { SharedSlots } from './connection-slots.ts';

/** Per person: a hash of device and node. */
const slotsPrefix = `${keyPrefix}slots:`;
/** Renewed by each connection of the person. Otherwise a node that dies would leave keys behind forever. */
const retentionMs = 24 * 60 * 60_000;

/** Only the slots of live nodes count, by their leases. */
export function createRedisConnectionSlots({ client }: RedisConnection, nodeId: NodeId): SharedSlots {
  const keyOf = (userId: UserId) => slotsPrefix + userId;
  return {
    take: async (userId, deviceId, maxSlots) =>
      (await takeSlot(client, [keyOf(userId), nodesKey], [deviceId, nodeId, maxSlots, retentionMs])) === 1,
    release: async (userId, deviceId) => void (await client.hDel(keyOf(userId), deviceId)),
    restore: async (devices) =>
      void (await restoreSlots(client, [], [slotsPrefix, nodeId, retentionMs, ...devices.flat()])),
  };
}

/** A node without a lease is gone; one whose lease has expired may be late, and keeps its slots. */
const takeSlot = createScript<0 | 1>(`${luaNow}
local slots, nodes = unpack(KEYS)
local device, node, maxSlots, retentionMs = unpack(ARGV)
local taken = 0
local held = redis.call('HGETALL', slots)
for i = 1, #held, 2 do
  local holder = held[i + 1]
  local lease = holder ~= node and redis.call('ZSCORE', nodes, holder)
  local isAlive = holder == node or (lease and tonumber(lease) > now)
  if isAlive and held[i] ~= device then taken = taken + 1 end
  if holder ~= node and not lease then redis.call('HDEL', slots, held[i]) end
end
if taken >= tonumber(maxSlots) then return 0 end
redis.call('HSET', slots, device, node)
redis.call('PEXPIRE', slots, retentionMs)
return 1`);

const restoreSlots = createScript<number>(`
local prefix, node, retentionMs = unpack(ARGV)
for i = 4, #ARGV, 2 do
  redis.call('HSET', prefix .. ARGV[i], ARGV[i + 1], node)
  redis.call('PEXPIRE', prefix .. ARGV[i], retentionMs)
end
return 1`);
