import type { UserId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import { nodesKey } from '../../platform/nodes/redis-nodes.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import { createScript, keyPrefix } from '../../platform/redis/script.ts';
import type { PresenceRegistry } from './presence-registry.ts';

/** Per person: the nodes they are on. */
const onPrefix = `${keyPrefix}on:`;
/** Per node: the people on it, so that they are known when the node has died. */
const peopleKey = (nodeId: NodeId) => `${keyPrefix}node:${nodeId}:people`;

export function createRedisPresenceRegistry({ client }: RedisConnection, nodeId: NodeId): PresenceRegistry {
  const ours = peopleKey(nodeId);
  return {
    enter: async (userId) => void (await enterNode(client, [onPrefix + userId, ours], [nodeId, userId])),
    leave: async (userId) => (await leaveNode(client, [onPrefix + userId, ours], [nodeId, userId])) === 1,
    filter: async (userIds) => (userIds.length === 0 ? [] : filterOnline(client, [], [onPrefix, ...userIds])),
    count: () => countOnline(client, [nodesKey], [keyPrefix]),
    restore: async (userIds) => void (await restoreNode(client, [ours], [onPrefix, nodeId, ...userIds])),
    releaseNode: async (expiredId, report) => {
      const people = peopleKey(expiredId);
      const gone = await clearNode(client, [people, nodesKey], [onPrefix, expiredId]);
      if (gone.length > 0) report(gone);
      // Last, so that another node that repeats this, because we died meanwhile, finds the same people.
      await forgetNode(client, [people, nodesKey], [expiredId]);
    },
  };
}

const enterNode = createScript<number>(`
redis.call('SADD', KEYS[1], ARGV[1])
return redis.call('SADD', KEYS[2], ARGV[2])`);

const leaveNode = createScript<number>(`
redis.call('SREM', KEYS[1], ARGV[1])
redis.call('SREM', KEYS[2], ARGV[2])
return redis.call('EXISTS', KEYS[1]) == 0 and 1 or 0`);

const filterOnline = createScript<UserId[]>(`
local online = {}
for i = 2, #ARGV do
  if redis.call('EXISTS', ARGV[1] .. ARGV[i]) == 1 then online[#online + 1] = ARGV[i] end
end
return online`);

// Nodes that expired a moment ago may still be listed, with people who are about to be released.
const countOnline = createScript<number>(`
local keys = {}
for i, node in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do keys[i] = ARGV[1] .. 'node:' .. node .. ':people' end
if #keys == 0 then return 0 end
return #redis.call('SUNION', unpack(keys))`);

const restoreNode = createScript<number>(`
for _, user in ipairs(redis.call('SMEMBERS', KEYS[1])) do redis.call('SREM', ARGV[1] .. user, ARGV[2]) end
redis.call('DEL', KEYS[1])
for i = 3, #ARGV do
  redis.call('SADD', ARGV[1] .. ARGV[i], ARGV[2])
  redis.call('SADD', KEYS[1], ARGV[i])
end
return 1`);

/** Skips a node that is back: it was not dead and has restored its people. */
const clearNode = createScript<UserId[]>(`
local gone = {}
if redis.call('ZSCORE', KEYS[2], ARGV[2]) then return gone end
for _, user in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  redis.call('SREM', ARGV[1] .. user, ARGV[2])
  if redis.call('EXISTS', ARGV[1] .. user) == 0 then gone[#gone + 1] = user end
end
return gone`);

const forgetNode = createScript<number>(`
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
return redis.call('DEL', KEYS[1])`);
