import { type FriendRequestId, limits, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { userRepository } from '../users/index.ts';
import { blockRepository } from './blocks.repository.ts';
import { assertCanBeRequested, assertNotBlocked, assertNotSelf, requestRefused } from './friendships.policy.ts';
import { friendshipRepository } from './friendships.repository.ts';

interface FriendshipDeps {
  database: Database;
  transact: Transact;
}

export type Friendships = ReturnType<typeof createFriendships>;

export function createFriendships({ database, transact }: FriendshipDeps) {
  const { sql } = database;

  const withdraw = (requestId: FriendRequestId, by: { recipientId: UserId } | { requesterId: UserId }) =>
    transact(async (tx, emit) => {
      const userIds = await friendshipRepository.withdraw(tx, requestId, by);
      if (!userIds) throw notFound('Friend request');
      emit('friendRequest.withdrawn', { userIds });
    });

  return {
    findStatus: (userId: UserId, otherId: UserId) => friendshipRepository.findStatus(sql, userId, otherId),
    friendsSince: (userId: UserId, otherId: UserId) => friendshipRepository.friendsSince(sql, userId, otherId),
    listReceived: (userId: UserId, search?: string) => friendshipRepository.listReceived(sql, userId, search),
    listSent: (userId: UserId, search?: string) => friendshipRepository.listSent(sql, userId, search),
    listFriends: (userId: UserId, search?: string) => friendshipRepository.listFriends(sql, userId, search),
    findByEmail: (userId: UserId, email: string) => friendshipRepository.findByEmail(sql, userId, email),

    async searchByName(userId: UserId, search: string) {
      if (search === '') return [];
      return friendshipRepository.searchByName(sql, userId, { search, limit: limits.searchResultsMax });
    },

    /** Accepts the request of the other person if there is one. */
    async sendRequest(requesterId: UserId, recipientId: UserId) {
      assertNotSelf(requesterId, recipientId);
      assertCanBeRequested(await userRepository.find(sql, recipientId));

      await transact(async (tx, emit) => {
        await friendshipRepository.lockPair(tx, requesterId, recipientId);
        assertNotBlocked(requesterId, await blockRepository.findBetween(tx, requesterId, recipientId));
        const request = await friendshipRepository.addRequest(tx, { id: newId(), requesterId, recipientId });
        if (!request) {
          throw requestRefused({ areFriends: await friendshipRepository.areFriends(tx, requesterId, recipientId) });
        }
        const requestId = request.id;
        const event = { requestId, userIds: [requesterId, recipientId] };
        emit(request.isAccepted ? 'friendRequest.accepted' : 'friendRequest.sent', event);
      });
    },

    accept: (userId: UserId, requestId: FriendRequestId) =>
      transact(async (tx, emit) => {
        const userIds = await friendshipRepository.accept(tx, requestId, userId);
        if (!userIds) throw notFound('Friend request');
        emit('friendRequest.accepted', { requestId, userIds });
      }),

    reject: (userId: UserId, requestId: FriendRequestId) => withdraw(requestId, { recipientId: userId }),
    cancel: (userId: UserId, requestId: FriendRequestId) => withdraw(requestId, { requesterId: userId }),

    removeFriend: (userId: UserId, friendId: UserId) =>
      transact(async (tx, emit) => {
        if (!(await friendshipRepository.removeFriendship(tx, userId, friendId))) throw notFound('Friend');
        emit('friendship.ended', { userIds: [userId, friendId] });
      }),
  };
}
