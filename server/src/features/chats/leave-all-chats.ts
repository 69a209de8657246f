import { deletedUser, type UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { findLockedChat, removeMember } from './chat-members.service.ts';
import { chatRepository } from './chats.repository.ts';

/** For an account that is being deleted: groups pass on, chats of two stay with the other, and nothing names them. */
export async function leaveAllChats(tx: Sql, emit: Emit, userId: UserId): Promise<void> {
  for (const chatId of await chatRepository.listIdsOf(tx, userId)) {
    // Null if they were removed from it at this moment.
    const chat = await findLockedChat(tx, chatId, userId);
    if (!chat) continue;
    const member = { ...chat.actor, name: deletedUser.name };
    await removeMember(tx, emit, { chat, member, text: null, isQuiet: true });
  }
}
