import type { ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { chats } from './chats.repository.ts';

interface Notices {
  readonly chatId: ChatId;
  /** Whose doing it was: to them it is nothing new. */
  readonly authorId: UserId | null;
  readonly texts: readonly string[];
  /** It makes the chat unread for nobody. */
  readonly isQuiet?: boolean;
}

/** Writes what happened into the chat itself, where members read it like any message. */
export async function addNotices(tx: Sql, emit: Emit, { isQuiet = false, ...notices }: Notices): Promise<void> {
  const ids = notices.texts.map(newId<MessageId>);
  await chats.addNotices(tx, { ...notices, ids, isQuiet });
  emit('notices.written', { chatId: notices.chatId, messageIds: ids });
}

/** From now on this notice makes the chat unread for nobody. */
export const quietNotice = (tx: Sql, chatId: ChatId, seq: number): Promise<void> => chats.quietNotice(tx, chatId, seq);
