import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { presentPerson, userRepository } from '../users/index.ts';
import { chatRepository } from './chats.repository.ts';

interface ChatBroadcastDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
}

/** New members join the chat's room before they are notified; removed members leave it before the others are. */
export function broadcastChats({ bus, broadcaster, database }: ChatBroadcastDeps) {
  bus.on('chat.opened', ({ chatId, userIds }) => {
    broadcaster.joinRoom(userIds, chatId);
    broadcaster.toUsers(userIds, 'joinChat', chatId);
  });

  bus.on('chat.membersAdded', ({ chatId, userIds }) => {
    broadcaster.toChat(chatId, 'updateChat', chatId);
    broadcaster.joinRoom(userIds, chatId);
    broadcaster.toUsers(userIds, 'joinChat', chatId);
  });

  bus.on('chat.memberGone', ({ chatId, userId }) => {
    broadcaster.leaveRoom([userId], chatId);
    broadcaster.toUsers([userId], 'outChat', chatId);
    broadcaster.toChat(chatId, 'updateChat', chatId);
  });

  bus.on('chat.hidden', ({ chatId, userId }) => broadcaster.toUsers([userId], 'outChat', chatId));

  bus.on('chat.deleted', ({ chatId, userIds }) => {
    broadcaster.leaveRoom(userIds, chatId);
    broadcaster.toUsers(userIds, 'outChat', chatId);
  });

  bus.on('chat.edited', ({ chatId }) => broadcaster.toChat(chatId, 'updateChat', chatId));
  bus.on('chat.read', ({ chatId, userId, seq }) => broadcaster.toUsers([userId], 'chatRead', chatId, seq));
  bus.on('chat.muted', ({ chatId, userId, isMuted }) => broadcaster.toUsers([userId], 'chatMuted', chatId, isMuted));

  bus.on('user.updated', async ({ userId }) => {
    const user = await userRepository.find(database.sql, userId);
    if (!user) return;
    const relatedIds = await friendshipRepository.listRelatedUsers(database.sql, userId);
    const lastSeqs = await chatRepository.listLastSeqs(database.sql, [userId]);
    const chatIds = (lastSeqs.get(userId) ?? []).map(({ chatId }) => chatId);
    const targets = { userIds: [userId, ...relatedIds], chatIds };
    broadcaster.toUsersAndChats(targets, 'userUpdated', presentPerson(user));
    for (const chatId of chatIds) broadcaster.toChat(chatId, 'updateChat', chatId);
  });
}
