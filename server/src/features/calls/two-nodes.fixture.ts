import type { CallMedia, ChatId, UserId } from '@chat-app/contract';
import { asId } from '../../../test/as-id.ts';
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

interface TwoNodesPlan {
  readonly database: Database;
  readonly participants: ParticipantStore;
  readonly graceMs?: number;
}

/** The call services of two nodes, which share the rooms as with Socket.IO's adapter. */
export function createTwoNodes({ database, participants, graceMs = 50 }: TwoNodesPlan) {
  const inRoom = new Set<string>();
  const userByDevice = new Map<DeviceId, UserId>();
  const emitted: UserId[][] = [];
  const emittedHere: UserId[][] = [];
  const endedOn: string[] = [];
  const emittedMedia: CallMedia[] = [];
  const emittedMediaHere: CallMedia[] = [];
  const logger = createLogger('silent');
  const bus = createInProcessBus<DomainEvents>(logger, orderKeys);
  const background = createBackground(logger);
  const place = (chatId: ChatId, deviceId: DeviceId) => `${chatId} ${deviceId}`;
  const emitter: CallEmitter = {
    emitParticipants: (_, userIds) => emitted.push(userIds),
    emitParticipantsHere: (_, userIds) => emittedHere.push(userIds),
    emitMedia: (_, media) => emittedMedia.push(media),
    emitMediaHere: (_, media) => emittedMediaHere.push(media),
    emitMediaTo: () => {},
    joinRoom: (chatId, deviceId) => void inRoom.add(place(chatId, deviceId)),
    leaveRoom: (chatId, deviceId) => void inRoom.delete(place(chatId, deviceId)),
    removeUser: (chatId, userId) =>
      userByDevice.forEach((owner, deviceId) => owner === userId && inRoom.delete(place(chatId, deviceId))),
    clearRoom: () => inRoom.clear(),
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
      graceMs,
      emitter,
    });
  const [here, there] = [createNode(asId('here')), createNode(asId('there'))];
  const becameVideo: ChatId[] = [];
  bus.on('call.becameVideo', (event) => void becameVideo.push(event.chatId));
  bus.on('call.ended', (event) => here.clear(event.chatId));
  const media = { emitted: emittedMedia, emittedHere: emittedMediaHere, becameVideo };
  return { here, there, participants, inRoom, emitted, emittedHere, endedOn, media, settle: bus.settle };
}
