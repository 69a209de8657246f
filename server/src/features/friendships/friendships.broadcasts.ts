import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { presentFriendRequest } from './friendships.presenter.ts';
import { friendshipRepository } from './friendships.repository.ts';

interface FriendshipBroadcastDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
}

/** A new request is sent to its recipient, a block to the devices of the blocker, every other change to both people. */
export function broadcastFriendships({ bus, broadcaster, database }: FriendshipBroadcastDeps) {
  bus.on('friendRequest.sent', async ({ requestId }) => {
    const request = await friendshipRepository.findRequest(database.sql, requestId);
    if (!request) return;
    const { id } = request.recipient;
    broadcaster.toUsers([id], 'friendRequest', presentFriendRequest(request, id));
  });

  bus.on('friendRequest.accepted', async ({ requestId }) => {
    const request = await friendshipRepository.findRequest(database.sql, requestId);
    if (!request) return;
    for (const { id } of [request.requester, request.recipient])
      broadcaster.toUsers([id], 'friendRequestAccepted', presentFriendRequest(request, id));
  });

  bus.on('friendRequest.withdrawn', ({ userIds }) => broadcaster.toUsers(userIds, 'friendshipsChanged'));
  // A new name or avatar shows in the lists of friends and requests.
  bus.on('user.updated', async ({ userId }) => {
    broadcaster.toUsers(await friendshipRepository.listRelatedUsers(database.sql, userId), 'friendshipsChanged');
  });
  bus.on('user.blocked', ({ userIds: [blockerId] }) => broadcaster.toUsers([blockerId], 'friendshipsChanged'));
  bus.on('user.unblocked', ({ userIds: [blockerId] }) => broadcaster.toUsers([blockerId], 'friendshipsChanged'));
  bus.on('friendship.ended', ({ userIds }) => broadcaster.toUsers(userIds, 'friendshipsChanged'));
}
