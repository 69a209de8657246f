import type { CallMedia, ChatId, UserId } from '@chat-app/contract';
import { vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { asId } from '../../../test/as-id.ts';
import type { Person } from '../../../test/people.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { useRedis } from '../../../test/use-redis.ts';
import { type DomainEvents, orderKeys } from '../../domain-events.ts';
import { createBackground } from '../../platform/background.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import { createTransact } from '../../platform/bus/transactions.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/logger.ts';
import type { CallEmitter } from './call-emitter.ts';
import { createCalls } from './calls.service.ts';
import type { ParticipantStore } from './participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';

export const deviceOf = ({ user }: Person, name = 'window') => ({
  userId: user.id,
  deviceId: asId<DeviceId>(`${name} of ${user.id}`),
});

/** Creates two nodes for a test, over a Redis of this file. */
export function useTwoNodes(app: TestApp) {
  const redis = useRedis();
  const client = () => redis.nodes[0].client;
  const redisReturns = async () => {
    redis.server.signal('SIGCONT');
    if (!client().isOpen) await client().connect();
    await vi.waitFor(() => client().ping(), { interval: 50 });
  };
  return {
    client,
    redisReturns,
    redisHangs: () => redis.server.signal('SIGSTOP'),
    /** Like a Redis that is gone, but keeps its data. */
    redisIsLost: () => client().destroy(),
    aStore: () => createRedisParticipantStore(client()),
    twoNodes: (participants: ParticipantStore = createRedisParticipantStore(client())) => {
      const nodes = createTwoNodes(app.database, participants);
      afterTest(async () => {
        await redisReturns();
        nodes.here.close();
        nodes.there.close();
      });
      return nodes;
    },
  };
}

/** The call services of two nodes, which share the rooms as with Socket.IO's adapter. */
function createTwoNodes(database: Database, participants: ParticipantStore) {
  const inRoom = new Set<string>();
  const userByDevice = new Map<DeviceId, UserId>();
  const [emitted, emittedHere]: [UserId[][], UserId[][]] = [[], []];
  const media = { emitted: [] as CallMedia[], emittedHere: [] as CallMedia[], becameVideo: [] as ChatId[] };
  const endedOn: string[] = [];
  const logger = createLogger('silent');
  const bus = createInProcessBus<DomainEvents>(logger, orderKeys);
  const background = createBackground(logger);
  const place = (chatId: ChatId, deviceId: DeviceId) => `${chatId} ${deviceId}`;
  const emitter: CallEmitter = {
    emitParticipants: (_, userIds) => emitted.push(userIds),
    emitParticipantsHere: (_, userIds) => emittedHere.push(userIds),
    emitMedia: (_, shown) => media.emitted.push(shown),
    emitMediaHere: (_, shown) => media.emittedHere.push(shown),
    emitMediaTo: () => {},
    joinRoom: (chatId, deviceId) => void inRoom.add(place(chatId, deviceId)),
    leaveRoom: (chatId, deviceId) => void inRoom.delete(place(chatId, deviceId)),
    removeUser: (chatId, userId) =>
      userByDevice.forEach((owner, deviceId) => owner === userId && inRoom.delete(place(chatId, deviceId))),
    clearRoom: (chatId) => inRoom.forEach((each) => each.startsWith(`${chatId} `) && inRoom.delete(each)),
    isInRoom: (chatId, deviceId) => inRoom.has(place(chatId, deviceId)),
    emitCallEnd: (chatId, deviceId) => void endedOn.push(place(chatId, deviceId)),
    emitDeviceJoined: (_, { userId, deviceId }) => void userByDevice.set(deviceId, userId),
  };
  const createNode = (nodeId: NodeId) =>
    createCalls({
      background,
      database,
      transact: createTransact(database, bus),
      presence: { isOnline: async () => true },
      markSystemMessageRead: async () => {},
      participants,
      nodeId,
      graceMs: 0,
      emitter,
    });
  const [here, there] = [createNode(asId('here')), createNode(asId('there'))];
  bus.on('call.becameVideo', (event) => void media.becameVideo.push(event.chatId));
  bus.on('call.ended', (event) => here.clear(event.chatId));
  return { here, there, participants, inRoom, emitted, emittedHere, endedOn, media, settle: bus.settle };
}
