import type { ChatId, SessionId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTimeout } from '../../platform/deadline.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { createChatRooms } from '../../realtime/chat-rooms.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { type ChangeStart, messageChangeRepository, presentChanges } from '../messages/index.ts';
import { followDatabase } from './database-follower.ts';
import { createChatDelivery } from './chat-delivery.ts';
import { readLimit } from './chat-reader.ts';
import { deliveryRepository } from './delivery.repository.ts';

export { createRecordingTransact } from './record-events.ts';

/** A connection that hangs must not stop the delivery of a chat. */
const readTimeoutMs = 2000;

interface DeliveryFeatureDeps {
  readonly background: Background;
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly gateway: Gateway;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly redis: RedisConnection | null;
  readonly sessions: { readonly evict: (sessionIds: readonly SessionId[]) => void };
}

/** Delivers the messages of chats to the devices of their members. Every node does so for its own devices. */
export async function startDelivery(deps: DeliveryFeatureDeps) {
  const { background, broadcaster, bus, database, gateway, logger, metrics, redis, sessions } = deps;
  const { sql } = database;
  // Without Redis, all active chats are read every second: many of them with one query.
  const findChat = createBatchLoader((chatIds: readonly ChatId[]) => deliveryRepository.listChats(sql, chatIds), {
    maxBatchSize: 100,
  });
  const findChanges = createBatchLoader(
    (starts: readonly ChangeStart[]) => messageChangeRepository.listChanges(sql, starts, readLimit),
    { maxBatchSize: 20 },
  );
  const listChanges = async (start: ChangeStart) =>
    withTimeout(readTimeoutMs, presentChanges(sql, (await findChanges(start)) ?? [], null));
  const delivery = createChatDelivery({
    chatRooms: createChatRooms(gateway.io, metrics),
    logger,
    findChat,
    listChanges,
  });

  bus.onEveryNode('messages.sent', delivery.deliver);
  bus.onEveryNode('systemMessages.written', delivery.deliver);
  bus.onEveryNode('message.changed', delivery.change);
  bus.onEveryNode('message.deleted', delivery.change);
  // Nothing waits for them: a slow database must not delay a removal.
  bus.onEveryNode('chat.created', (event) => void delivery.changeMembers(event));
  bus.onEveryNode('chat.membersAdded', (event) => void delivery.changeMembers(event));
  bus.onEveryNode('chat.memberGone', delivery.removeMember);
  bus.onEveryNode('chat.deleted', (event) => void delivery.changeMembers({ ...event, memberRev: null }));

  const endSessions = (sessionIds: readonly SessionId[]) => {
    sessions.evict(sessionIds);
    broadcaster.disconnectSessionsHere(sessionIds);
  };
  // A single process misses no message of its own, but the command line may suspend or delete accounts.
  await followDatabase({
    delivery,
    endSessions,
    gateway,
    hasOtherNodes: redis !== null,
    publish: ({ name, event }) => bus.publish(name, event),
    sql,
  });
  background.everyHour('sweep access changes', () => deliveryRepository.removeOldAccessChanges(sql));
  return delivery;
}
