import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { withoutDeadline } from '../../platform/deadline.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import { detached } from '../../platform/request-context.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { createChatRooms } from '../../realtime/chat-rooms.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { SessionId } from '../../platform/ids.ts';
import { messageRepository, presentMessage } from '../messages/index.ts';
import { followDatabase } from './database-follower.ts';
import { createChatDelivery } from './chat-delivery.ts';
import { deliveryRepository } from './delivery.repository.ts';

interface DeliveryFeatureDeps {
  readonly background: Background;
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly gateway: Gateway;
  readonly logger: Logger;
  readonly redis: RedisConnection | null;
  readonly sessions: { readonly evict: (sessionIds: readonly SessionId[]) => void };
}

/** Delivers the messages of chats to the devices of their members. Every node does so for its own devices. */
export async function startDelivery(deps: DeliveryFeatureDeps) {
  const { background, broadcaster, bus, database, gateway, logger, redis, sessions } = deps;
  const { sql } = database;
  // Its queries belong to no request, even if one caused them.
  const detach = <Result>(work: () => Promise<Result>) => detached(() => withoutDeadline(work));
  const delivery = createChatDelivery({
    chatRooms: createChatRooms(gateway.io),
    logger,
    findChat: (chatId) => detach(() => deliveryRepository.findChat(sql, chatId)),
    listMessages: (chatId, from) =>
      detach(async () => {
        const rows = await messageRepository.listFrom(sql, chatId, from);
        return rows.map((row) => (row.isDeleted ? null : presentMessage(row, null)));
      }),
  });

  bus.onEveryNode('messages.sent', delivery.deliver);
  bus.onEveryNode('systemMessages.written', delivery.deliver);
  bus.onEveryNode('message.deleted', delivery.delete);
  bus.onEveryNode('chat.created', delivery.changeMembers);
  bus.onEveryNode('chat.membersAdded', delivery.changeMembers);
  bus.onEveryNode('chat.memberGone', delivery.removeMember);
  bus.onEveryNode('chat.deleted', (event) => delivery.changeMembers({ ...event, memberRev: null }));

  // A single process misses no event of its own.
  if (redis) {
    const endSessions = (sessionIds: readonly SessionId[]) => {
      sessions.evict(sessionIds);
      broadcaster.disconnectSessions(sessionIds);
    };
    await followDatabase({ delivery, endSessions, gateway, sql });
    background.everyHour('sweep access changes', () => deliveryRepository.removeOldAccessChanges(sql));
  }
  return delivery;
}
