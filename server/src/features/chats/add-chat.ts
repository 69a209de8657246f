import type { ChatId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { chatRepository } from './chats.repository.ts';

/** Finds or creates the chat of two friends. It is in this user's list afterwards; `wasListed` says whether it was before. */
export async function openDirectChat(
  tx: Sql,
  emit: Emit,
  { userId, otherId }: { userId: UserId; otherId: UserId },
): Promise<{ chatId: ChatId; wasListed: boolean }> {
  await friendshipRepository.lockPair(tx, userId, otherId);
  const existing = await chatRepository.findDirect(tx, userId, otherId);
  if (existing && !existing.isHidden) return { chatId: existing.id, wasListed: true };
  if (existing) {
    await chatRepository.unhide(tx, existing.id, userId);
    emit('chat.unhidden', { chatId: existing.id, userId });
    return { chatId: existing.id, wasListed: false };
  }
  return { chatId: await addChat(tx, emit, { ownerId: userId, otherIds: [otherId] }), wasListed: false };
}

/** A new chat of its owner and these people. */
export async function addChat(
  tx: Sql,
  emit: Emit,
  { ownerId, otherIds }: { ownerId: UserId; otherIds: readonly UserId[] },
): Promise<ChatId> {
  const chatId = newId<ChatId>();
  const userIds = [ownerId, ...otherIds];
  await chatRepository.add(tx, { id: chatId, ownerId });
  await chatRepository.addMembers(tx, chatId, userIds);
  const memberRev = await chatRepository.findMemberRev(tx, chatId);
  emit('chat.created', { chatId, userIds, memberRev });
  return chatId;
}
