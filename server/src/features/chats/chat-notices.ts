import type { ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { chatRepository } from './chats.repository.ts';

interface Notices {
  readonly chatId: ChatId;
  /** The person who caused it, for whom it is not unread. */
  readonly authorId: UserId | null;
  readonly texts: readonly string[];
  /** The chat does not become unread. */
  readonly isQuiet?: boolean;
}

/** Adds system messages to the chat, where members read them like any other message. */
export async function addNotices(tx: Sql, emit: Emit, { isQuiet = false, ...notices }: Notices): Promise<void> {
  const ids = notices.texts.map(newId<MessageId>);
  await chatRepository.addNotices(tx, { ...notices, ids, isQuiet });
  emit('notices.written', { chatId: notices.chatId, messageIds: ids });
}

/** From now on this system message no longer makes the chat unread. */
export const quietNotice = (tx: Sql, chatId: ChatId, seq: number): Promise<void> =>
  chatRepository.quietNotice(tx, chatId, seq);
