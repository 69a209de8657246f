import type { ChatId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { deletedAuthorRepository } from './deleted-authors.repository.ts';

/** Before an account is deleted: its messages stay, without its name. */
export async function forgetAuthor(tx: Sql, emit: Emit, author: { userId: UserId; name: string }): Promise<void> {
  const chatIds = await deletedAuthorRepository.listChatIds(tx, author.userId);
  await deletedAuthorRepository.lockChats(tx, chatIds);
  const changes = [
    ...(await deletedAuthorRepository.renameInOwnSystemMessages(tx, author)),
    ...(await deletedAuthorRepository.renameInSystemMessages(tx, author, chatIds)),
    ...(await deletedAuthorRepository.renameInForwards(tx, author, chatIds)),
    ...(await deletedAuthorRepository.removeReactions(tx, author)),
  ];
  await deletedAuthorRepository.renameFormerMember(tx, author, chatIds);
  await deletedAuthorRepository.refreshHeads(tx, author, chatIds);
  const revs = new Map<ChatId, number>();
  for (const { chatId, rev } of changes) revs.set(chatId, Math.max(rev, revs.get(chatId) ?? 0));
  for (const [chatId, rev] of revs) emit('message.changed', { chatId, rev });
}
