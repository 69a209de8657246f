import { type CallMedia, type ChatId, limits, type UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import type { RedisClient } from '../../platform/redis/redis.ts';
import { createScript, keyPrefix, luaNow } from '../../platform/redis/script.ts';
import type { LeaveResult, Participant, ParticipantStore, ShowResult } from './participant-store.ts';

const prefix = `${keyPrefix}calls:`;
/**
 * A hash per person: chat, device, node; and what they show: since when the camera is on, and 1 or 'replaced' for the
 * screen. `shownBy` names the device that shows it: the scripts of the previous release replace a device without
 * clearing this.
 */
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
      const args = [chatId, userId, deviceId, participantPrefix];
      return toLeaveResult(await leaveScript(client, keysOf(chatId, userId), args));
    },
    clear: async (chatId) => {
      await clearScript(client, [renewedKey, ...callOf(chatId)], [participantPrefix]);
    },
    list: async (chatId) => {
      const rows = await listScript(client, callOf(chatId), [participantPrefix]);
      return rows.map(([userId, deviceId]) => ({ userId, deviceId }));
    },
    show: async ({ chatId, userId, deviceId }, { isCameraOn, isScreenShared }) => {
      const switches = [isCameraOn ? 1 : 0, isScreenShared ? 1 : 0];
      const args = [chatId, userId, deviceId, participantPrefix, limits.callCamerasMax, ...switches];
      return toShowResult(await showScript(client, keysOf(chatId, userId), args));
    },
    mediaOf: async (chatId) => toMedia(await mediaScript(client, callOf(chatId), [participantPrefix])),
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

type MediaReply = [screenId: UserId | '', cameraIds: UserId[]];

const toMedia = ([screenId, cameraIds]: MediaReply): CallMedia => ({
  cameraIds,
  screenId: screenId === '' ? null : screenId,
});

/** Who shares their screen, or an empty string, and whose cameras are on. */
const luaMedia = `
local function readMedia(people, prefix)
  local screen, cameras = '', {}
  for _, user in ipairs(redis.call('ZRANGE', people, 0, -1)) do
    local device, shownBy, camera, shared = unpack(redis.call('HMGET', prefix .. user, 'device', 'shownBy', 'camera', 'screen'))
    local isCurrent = device and device == shownBy
    if isCurrent and camera then cameras[#cameras + 1] = {camera, user} end
    if isCurrent and shared == '1' then screen = user end
  end
  table.sort(cameras, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  for index, camera in ipairs(cameras) do cameras[index] = camera[2] end
  return {screen, cameras}
end
`;

/**
 * Returns 'joined' and the previous device, 'elsewhere' and the chat, or 'full'. 'renew' does not replace another device.
 */
const joinScript = createScript<['joined', DeviceId | ''] | ['elsewhere', ChatId] | ['full', never?]>(`${luaNow}${names}
local chat, user, device, node, maxParticipants, isGroup, mode = unpack(ARGV)
local held = redis.call('HMGET', participant, 'chat', 'device')
if held[1] and held[1] ~= chat then return {'elsewhere', held[1]} end
if held[1] and mode == 'renew' and held[2] ~= device then return {'elsewhere', held[1]} end
if not held[1] and redis.call('ZCARD', people) >= tonumber(maxParticipants) then return {'full'} end

if held[2] ~= device then redis.call('HDEL', participant, 'shownBy', 'camera', 'screen') end
redis.call('HSET', participant, 'chat', chat, 'device', device, 'node', node)
redis.call('ZADD', renewed, now, user)
redis.call('ZADD', people, 'NX', clock[1] .. string.format('%06d', clock[2]), user)
if mode == 'renew' then redis.call('SET', group, isGroup, 'NX') else redis.call('SET', group, isGroup) end
return {'joined', held[2] or ''}`);

type LeaveReply = [] | [device: DeviceId, isGroup: string, remaining: UserId[], wasShown: number, media: MediaReply];

function toLeaveResult(reply: LeaveReply): LeaveResult | null {
  if (reply.length === 0) return null;
  const [deviceId, isGroup, remaining, wasShown, media] = reply;
  return { deviceId, isGroup: isGroup === '1', remaining, media: wasShown === 1 ? toMedia(media) : null };
}

/** Returns an empty list when the person was not in the call. */
const leaveScript = createScript<LeaveReply>(`${names}${luaMedia}
local chat, user, device, prefix = unpack(ARGV)
local held = redis.call('HMGET', participant, 'chat', 'device', 'shownBy', 'camera', 'screen')
if held[1] ~= chat or (device ~= '' and held[2] ~= device) then return {} end

redis.call('DEL', participant)
redis.call('ZREM', renewed, user)
redis.call('ZREM', people, user)
local isGroup, remaining = redis.call('GET', group) or '0', redis.call('ZRANGE', people, 0, -1)
if #remaining == 0 then redis.call('DEL', group) end
local wasShown = held[3] == held[2] and (held[4] or held[5] == '1') and 1 or 0
return {held[2], isGroup, remaining, wasShown, readMedia(people, prefix)}`);

type ShowReply = ['shown', MediaReply] | ['full', never?] | ['absent', never?];

const toShowResult = ([outcome, media]: ShowReply): ShowResult =>
  outcome === 'shown' ? { outcome, media: toMedia(media) } : { outcome };

const showScript = createScript<ShowReply>(`${luaNow}${names}${luaMedia}
local chat, user, device, prefix, maxCameras, isCameraOn, isScreenShared = unpack(ARGV)
local held = redis.call('HMGET', participant, 'chat', 'device', 'shownBy', 'camera')
if held[1] ~= chat or held[2] ~= device then return {'absent'} end
local isOn = held[3] == device and held[4]
local turnsOn = isCameraOn == '1' and not isOn
if turnsOn and #readMedia(people, prefix)[2] >= tonumber(maxCameras) then return {'full'} end

if held[3] ~= device then redis.call('HDEL', participant, 'camera', 'screen') end
redis.call('HSET', participant, 'shownBy', device)
if turnsOn then redis.call('HSET', participant, 'camera', clock[1] .. string.format('%06d', clock[2])) end
if isCameraOn ~= '1' then redis.call('HDEL', participant, 'camera') end
if isScreenShared ~= '1' then
  redis.call('HDEL', participant, 'screen')
else
  local sharing = readMedia(people, prefix)[1]
  if sharing == '' then
    redis.call('HSET', participant, 'screen', 1)
  elseif redis.call('HGET', participant, 'screen') ~= 'replaced' then
    redis.call('HSET', prefix .. sharing, 'screen', 'replaced')
    redis.call('HSET', participant, 'screen', 1)
  end
end
return {'shown', readMedia(people, prefix)}`);

const mediaScript = createScript<MediaReply>(`${luaMedia}return readMedia(KEYS[1], ARGV[1])`);

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
