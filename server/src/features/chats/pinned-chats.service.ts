import { answerTexts, type ChatId, limits, type UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { userRepository } from '../users/index.ts';
import { pinnedChatRepository } from './pinned-chats.repository.ts';

export type PinnedChats = ReturnType<typeof createPinnedChats>;

/** The pinned and the archived chats of a user. No chat is both. */
export function createPinnedChats({ transact }: { transact: Transact }) {
  return {
    /** A new pin goes on top. */
    pin: (userId: UserId, chatId: ChatId, isPinned: boolean) =>
      transact(async (tx, emit) => {
        const pinnedIds = await lockChat(tx, userId, chatId);
        if (pinnedIds.includes(chatId) === isPinned) return;
        if (isPinned && pinnedIds.length >= limits.pinnedChatsMax) {
          throw new AppError('limit_reached', answerTexts.chatPinLimit);
        }
        const others = pinnedIds.filter((id) => id !== chatId);
        await setPins(tx, emit, userId, isPinned ? [chatId, ...others] : others);
      }),

    /** A pin that the request does not name is newer than what its device knew, so it stays on top. */
    order: (userId: UserId, chatIds: readonly ChatId[]) =>
      transact(async (tx, emit) => {
        const pinnedIds = await lockPins(tx, userId);
        const named = [...new Set(chatIds)].filter((id) => pinnedIds.includes(id));
        const ordered = [...pinnedIds.filter((id) => !named.includes(id)), ...named];
        if (ordered.some((id, index) => id !== pinnedIds[index])) await setPins(tx, emit, userId, ordered);
        return ordered;
      }),

    archive: (userId: UserId, chatId: ChatId, shouldArchive: boolean) =>
      transact(async (tx, emit) => {
        const pinnedIds = await lockChat(tx, userId, chatId);
        if (!shouldArchive) {
          await pinnedChatRepository.unarchive(tx, chatId, userId);
          emit('chat.archived', { chatId, userId, seq: null });
          return;
        }
        const others = pinnedIds.filter((id) => id !== chatId);
        if (others.length < pinnedIds.length) await setPins(tx, emit, userId, others);
        emit('chat.archived', { chatId, userId, seq: await pinnedChatRepository.archive(tx, chatId, userId) });
      }),
  };
}

/** The pinned chats in their order. Changes of one user wait for each other. */
async function lockPins(tx: Sql, userId: UserId): Promise<ChatId[]> {
  await userRepository.findLocked(tx, userId);
  return pinnedChatRepository.lock(tx, userId);
}

async function lockChat(tx: Sql, userId: UserId, chatId: ChatId): Promise<ChatId[]> {
  const pinnedIds = await lockPins(tx, userId);
  if (!(await pinnedChatRepository.lockListed(tx, chatId, userId))) throw notFound('Chat');
  return pinnedIds;
}

async function setPins(tx: Sql, emit: Emit, userId: UserId, chatIds: ChatId[]): Promise<void> {
  await pinnedChatRepository.set(tx, userId, chatIds);
  emit('chats.pinned', { userId, chatIds });
}
