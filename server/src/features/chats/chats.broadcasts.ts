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

/** Emits what changes about chats; the delivery of their messages is also what adds and removes members. */
export function broadcastChats({ bus, broadcaster, database }: ChatBroadcastDeps) {
  bus.on('chat.unhidden', ({ chatId, userId }) => broadcaster.toUsers([userId], 'joinChat', chatId));
  bus.on('chat.hidden', ({ chatId, userId }) => broadcaster.toUsers([userId], 'outChat', chatId));
  bus.on('chat.edited', ({ chatId }) => broadcaster.toChat(chatId, 'updateChat', chatId));
  bus.on('chat.read', ({ chatId, userId, seq }) => broadcaster.toUsers([userId], 'chatRead', chatId, seq));
  bus.on('chat.muted', ({ chatId, userId, isMuted }) => broadcaster.toUsers([userId], 'chatMuted', chatId, isMuted));
  bus.on('chats.pinned', ({ userId, chatIds }) => broadcaster.toUsers([userId], 'pinnedChats', chatIds));
  bus.on('chat.archived', ({ chatId, userId, seq }) => broadcaster.toUsers([userId], 'chatArchived', chatId, seq));
  bus.on('chat.drafted', ({ chatId, userId, draft: { content, at } }) =>
    broadcaster.toUsers([userId], 'chatDraft', chatId, content, at),
  );

  bus.on('user.updated', async ({ userId }) => {
    const user = await userRepository.find(database.sql, userId);
    if (!user) return;
    const relatedIds = await friendshipRepository.listRelatedUsers(database.sql, userId);
    const memberships = await chatRepository.listMemberships(database.sql, [userId]);
    const chatIds = (memberships.get(userId) ?? []).map(({ chatId }) => chatId);
    const targets = { userIds: [userId, ...relatedIds], chatIds };
    broadcaster.toUsersAndChats(targets, 'userUpdated', presentPerson(user));
    for (const chatId of chatIds) broadcaster.toChat(chatId, 'updateChat', chatId);
  });
}
