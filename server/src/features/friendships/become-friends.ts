import type { UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { friendshipRepository } from './friendships.repository.ts';

/** Makes the two friends, as if the first had asked and the second accepted. A pending request of either is accepted. */
export async function becomeFriends(
  tx: Sql,
  emit: Emit,
  { inviterId, userId }: { inviterId: UserId; userId: UserId },
): Promise<void> {
  const requestId = await friendshipRepository.befriend(tx, {
    id: newId(),
    requesterId: inviterId,
    recipientId: userId,
  });
  if (requestId !== null) emit('friendRequest.accepted', { requestId, userIds: [inviterId, userId] });
}
