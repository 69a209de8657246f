import type { Sql } from '../../platform/db/database.ts';
import { firstIdOf, type SessionId } from '../../platform/ids.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { messageRepository } from '../messages/index.ts';
import type { ChatDelivery } from './chat-delivery.ts';
import { type AccessChange, deliveryRepository } from './delivery.repository.ts';

interface FollowerDeps {
  readonly delivery: Pick<ChatDelivery, 'changeMembers' | 'compare' | 'delete'>;
  readonly endSessions: (sessionIds: readonly SessionId[]) => void;
  readonly gateway: Pick<Gateway, 'every'>;
  readonly sql: Sql;
}

const accessEveryMs = 500;
const messagesEveryMs = 1000;
/** A message waits at most 4.5 s between its id and its commit; the rest allows for clocks that differ. */
const recentMs = 7000;

/**
 * Reads from the database what other nodes changed, because Redis may be slow, unreachable or lossy: within a second
 * this node knows of ended sessions, changed members, deleted messages and new messages.
 */
export async function followDatabase({ delivery, endSessions, gateway, sql }: FollowerDeps): Promise<void> {
  let { nextXid } = await deliveryRepository.listAccessChanges(sql, null);
  let isReadingAccess = false;
  let isReadingMessages = false;

  async function applyChange({ chatId, memberRev, messageId, seq, userIds }: AccessChange) {
    if (chatId === null) return;
    if (messageId !== null && seq !== null) delivery.delete({ chatId, messageId, seq });
    else if (userIds !== null) await delivery.changeMembers({ chatId, memberRev, userIds });
  }

  gateway.every(accessEveryMs, async () => {
    if (isReadingAccess) return;
    isReadingAccess = true;
    try {
      const read = await deliveryRepository.listAccessChanges(sql, nextXid);
      endSessions(read.changes.flatMap(({ sessionId }) => sessionId ?? []));
      await Promise.all(read.changes.map(applyChange));
      ({ nextXid } = read);
    } finally {
      isReadingAccess = false;
    }
  });

  gateway.every(messagesEveryMs, async () => {
    if (isReadingMessages) return;
    isReadingMessages = true;
    try {
      const heads = await messageRepository.listLastSeqs(sql, { fromId: firstIdOf(Date.now() - recentMs) });
      heads.forEach(delivery.compare);
    } finally {
      isReadingMessages = false;
    }
  });
}
