import { type ChatId, limits, type UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import type { RedisClient } from '../../platform/redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../../platform/redis/script.ts';
import type { Seat, Seats } from './seats.ts';

const prefix = `${keyPrefix}calls:`;
/** A hash per person: chat, device, node. */
const seats = `${prefix}seat:`;
/** People by the time of their node's last renewal. */
const kept = `${prefix}kept`;
/** Per call: its participants by the time they joined, and whether it is a group call. */
const callOf = (chatId: ChatId) => [`${prefix}people:${chatId}`, `${prefix}group:${chatId}`];

/** The participants of all nodes. Each change is one script, so that its check and its write are atomic. */
export function createRedisSeats(client: RedisClient): Seats {
  const keysOf = (chatId: ChatId, userId: UserId) => [seats + userId, kept, ...callOf(chatId)];
  const sit = ({ chatId, userId, deviceId, nodeId }: Seat, isGroup: boolean, how: 'take' | 'keep') => {
    const most = limits.callParticipantsMax;
    const args = [chatId, userId, deviceId, nodeId, most, isGroup ? 1 : 0, how];
    return takeSeat(client, keysOf(chatId, userId), args);
  };

  return {
    take: async (seat, { isGroup }) => {
      const [outcome, found] = await sit(seat, isGroup, 'take');
      if (outcome === 'elsewhere') return { outcome, chatId: found };
      if (outcome === 'full') return { outcome };
      return { outcome, before: found === '' || found === seat.deviceId ? null : found };
    },
    keep: async (seat, { isGroup }) => (await sit(seat, isGroup, 'keep'))[0] === 'taken',
    leave: async ({ chatId, userId, deviceId = '' }) => {
      const left = await leaveSeat(client, keysOf(chatId, userId), [chatId, userId, deviceId]);
      const [held, isGroup, ...people] = left;
      return held === undefined ? null : { deviceId: held, isGroup: isGroup === '1', people };
    },
    clear: async (chatId) => {
      await clearSeats(client, [kept, ...callOf(chatId)], [seats]);
    },
    list: async (chatId) => {
      const rows = await listSeats(client, callOf(chatId), [seats]);
      return rows.map(([userId, deviceId]) => ({ userId, deviceId }));
    },
    deviceOf: async (chatId, userId) => {
      const [chat, device] = await client.hmGet(seats + userId, ['chat', 'device']);
      return chat === chatId ? ((device ?? null) as DeviceId | null) : null;
    },
    chatOf: (userId) => client.hGet(seats + userId, 'chat') as Promise<ChatId | null>,
    listLapsed: async (ms, nodeId) => {
      const rows = await listLapsed(client, [kept], [seats, ms, nodeId ?? '']);
      return rows.map(([userId, chatId, deviceId, node]) => ({ chatId, userId, deviceId, nodeId: node }));
    },
  };
}

const names = 'local seat, kept, people, group = unpack(KEYS)';

/**
 * Returns 'taken' and the previous device, 'elsewhere' and the chat, or 'full'. 'keep' does not replace another device.
 */
const takeSeat = createScript<['taken', DeviceId | ''] | ['elsewhere', ChatId] | ['full', never?]>(`${luaNow}${names}
local chat, user, device, node, most, isGroup, how = unpack(ARGV)
local held = redis.call('HMGET', seat, 'chat', 'device')
if held[1] and held[1] ~= chat then return {'elsewhere', held[1]} end
if held[1] and how == 'keep' and held[2] ~= device then return {'elsewhere', held[1]} end
if not held[1] and redis.call('ZCARD', people) >= tonumber(most) then return {'full'} end

redis.call('HSET', seat, 'chat', chat, 'device', device, 'node', node)
redis.call('ZADD', kept, now, user)
redis.call('ZADD', people, 'NX', clock[1] .. string.format('%06d', clock[2]), user)
if how == 'keep' then redis.call('SET', group, isGroup, 'NX') else redis.call('SET', group, isGroup) end
return {'taken', held[2] or ''}`);

/** Returns the device, whether it is a group call, and who is left; an empty list when the person was not in it. */
const leaveSeat = createScript<[] | [device: DeviceId, isGroup: string, ...people: UserId[]]>(`${names}
local chat, user, device = unpack(ARGV)
local held = redis.call('HMGET', seat, 'chat', 'device')
if held[1] ~= chat or (device ~= '' and held[2] ~= device) then return {} end

redis.call('DEL', seat)
redis.call('ZREM', kept, user)
redis.call('ZREM', people, user)
local answer = {held[2], redis.call('GET', group) or '0', unpack(redis.call('ZRANGE', people, 0, -1))}
if #answer == 2 then redis.call('DEL', group) end
return answer`);

const clearSeats = createScript<number>(`
local kept, people, group = unpack(KEYS)
for _, user in ipairs(redis.call('ZRANGE', people, 0, -1)) do
  redis.call('DEL', ARGV[1] .. user)
  redis.call('ZREM', kept, user)
end
return redis.call('DEL', people, group)`);

const listSeats = createScript<[UserId, DeviceId][]>(`
local answer = {}
for _, user in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  answer[#answer + 1] = {user, redis.call('HGET', ARGV[1] .. user, 'device') or ''}
end
return answer`);

const listLapsed = createScript<[UserId, ChatId, DeviceId, NodeId][]>(`${luaNow}
local seats, ms, wanted = unpack(ARGV)
local answer = {}
for _, user in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ms))) do
  local chat, device, node = unpack(redis.call('HMGET', seats .. user, 'chat', 'device', 'node'))
  if chat and (wanted == '' or wanted == node) then answer[#answer + 1] = {user, chat, device, node} end
end
return answer`);
