import { type ChatId, limits, type UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import type { RedisClient } from '../../platform/redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../../platform/redis/script.ts';
import type { Participant, ParticipantStore } from './participant-store.ts';

const prefix = `${keyPrefix}calls:`;
/** A hash per person: chat, device, node. */
const participantPrefix = `${prefix}seat:`;
/** People by the time of their node's last renewal. */
const renewedKey = `${prefix}kept`;
/** Per call: its participants by the time they joined, and whether it is a group call. */
const callOf = (chatId: ChatId) => [`${prefix}people:${chatId}`, `${prefix}group:${chatId}`];

/** The participants of all nodes. Each change is one script, so that its check and its write are atomic. */
export function createRedisParticipantStore(client: RedisClient): ParticipantStore {
  const keysOf = (chatId: ChatId, userId: UserId) => [participantPrefix + userId, renewedKey, ...callOf(chatId)];
  const runJoin = ({ chatId, userId, deviceId, nodeId }: Participant, isGroup: boolean, mode: 'join' | 'renew') => {
    const maxParticipants = limits.callParticipantsMax;
    const args = [chatId, userId, deviceId, nodeId, maxParticipants, isGroup ? 1 : 0, mode];
    return joinScript(client, keysOf(chatId, userId), args);
  };

  return {
    join: async (participant, { isGroup }) => {
      const [outcome, found] = await runJoin(participant, isGroup, 'join');
      if (outcome === 'elsewhere') return { outcome, chatId: found };
      if (outcome === 'full') return { outcome };
      return { outcome, replacedDeviceId: found === '' || found === participant.deviceId ? null : found };
    },
    renew: async (participant, { isGroup }) => (await runJoin(participant, isGroup, 'renew'))[0] === 'joined',
    leave: async ({ chatId, userId, deviceId = '' }) => {
      const left = await leaveScript(client, keysOf(chatId, userId), [chatId, userId, deviceId]);
      const [held, isGroup, ...people] = left;
      return held === undefined ? null : { deviceId: held, isGroup: isGroup === '1', remaining: people };
    },
    clear: async (chatId) => {
      await clearScript(client, [renewedKey, ...callOf(chatId)], [participantPrefix]);
    },
    list: async (chatId) => {
      const rows = await listScript(client, callOf(chatId), [participantPrefix]);
      return rows.map(([userId, deviceId]) => ({ userId, deviceId }));
    },
    deviceOf: async (chatId, userId) => {
      const [chat, device] = await client.hmGet(participantPrefix + userId, ['chat', 'device']);
      return chat === chatId ? ((device ?? null) as DeviceId | null) : null;
    },
    chatOf: (userId) => client.hGet(participantPrefix + userId, 'chat') as Promise<ChatId | null>,
    listExpired: async (ms) => toParticipants(await listExpiredScript(client, [renewedKey], [participantPrefix, ms])),
    listAbandoned: async (nodeId, since) => {
      const rows = await listRenewedUntilScript(client, [renewedKey], [participantPrefix, since]);
      return toParticipants(rows).filter((each) => each.nodeId === nodeId);
    },
  };
}

const names = 'local participant, renewed, people, group = unpack(KEYS)';

/**
 * Returns 'joined' and the previous device, 'elsewhere' and the chat, or 'full'. 'renew' does not replace another device.
 */
const joinScript = createScript<['joined', DeviceId | ''] | ['elsewhere', ChatId] | ['full', never?]>(`${luaNow}${names}
local chat, user, device, node, maxParticipants, isGroup, mode = unpack(ARGV)
local held = redis.call('HMGET', participant, 'chat', 'device')
if held[1] and held[1] ~= chat then return {'elsewhere', held[1]} end
if held[1] and mode == 'renew' and held[2] ~= device then return {'elsewhere', held[1]} end
if not held[1] and redis.call('ZCARD', people) >= tonumber(maxParticipants) then return {'full'} end

redis.call('HSET', participant, 'chat', chat, 'device', device, 'node', node)
redis.call('ZADD', renewed, now, user)
redis.call('ZADD', people, 'NX', clock[1] .. string.format('%06d', clock[2]), user)
if mode == 'renew' then redis.call('SET', group, isGroup, 'NX') else redis.call('SET', group, isGroup) end
return {'joined', held[2] or ''}`);

/** Returns the device, whether it is a group call, and who is left; an empty list when the person was not in it. */
const leaveScript = createScript<[] | [device: DeviceId, isGroup: string, ...people: UserId[]]>(`${names}
local chat, user, device = unpack(ARGV)
local held = redis.call('HMGET', participant, 'chat', 'device')
if held[1] ~= chat or (device ~= '' and held[2] ~= device) then return {} end

redis.call('DEL', participant)
redis.call('ZREM', renewed, user)
redis.call('ZREM', people, user)
local answer = {held[2], redis.call('GET', group) or '0', unpack(redis.call('ZRANGE', people, 0, -1))}
if #answer == 2 then redis.call('DEL', group) end
return answer`);

const clearScript = createScript<number>(`
local renewed, people, group = unpack(KEYS)
for _, user in ipairs(redis.call('ZRANGE', people, 0, -1)) do
  redis.call('DEL', ARGV[1] .. user)
  redis.call('ZREM', renewed, user)
end
return redis.call('DEL', people, group)`);

const listScript = createScript<[UserId, DeviceId][]>(`
local answer = {}
for _, user in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  answer[#answer + 1] = {user, redis.call('HGET', ARGV[1] .. user, 'device') or ''}
end
return answer`);

type ParticipantRow = [UserId, ChatId, DeviceId, NodeId];

const toParticipants = (rows: readonly ParticipantRow[]): Participant[] =>
  rows.map(([userId, chatId, deviceId, nodeId]) => ({ chatId, userId, deviceId, nodeId }));

const luaListRenewedUntil = (time: string) => `
local answer = {}
for _, user in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ${time})) do
  local chat, device, node = unpack(redis.call('HMGET', ARGV[1] .. user, 'chat', 'device', 'node'))
  if chat then answer[#answer + 1] = {user, chat, device, node} end
end
return answer`;

const listExpiredScript = createScript<ParticipantRow[]>(luaNow + luaListRenewedUntil('now - tonumber(ARGV[2])'));
const listRenewedUntilScript = createScript<ParticipantRow[]>(luaListRenewedUntil('ARGV[2]'));
