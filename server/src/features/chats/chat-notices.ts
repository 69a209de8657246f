import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { chats } from './chats.repository.ts';

interface Notices {
  readonly chatId: string;
  /** Whose doing it was: to them it is nothing new. */
  readonly authorId: string | null;
  readonly texts: readonly string[];
  /** It makes the chat unread for nobody. */
  readonly isQuiet?: boolean;
}

/** Writes what happened into the chat itself, where members read it like any message. */
export async function addNotices(tx: Sql, emit: Emit, { isQuiet = false, ...notices }: Notices): Promise<void> {
  const ids = notices.texts.map(newId);
  await chats.addNotices(tx, { ...notices, ids, isQuiet });
  emit('notices.written', { chatId: notices.chatId, messageIds: ids });
}

/** From now on this notice makes the chat unread for nobody. */
export const quietNotice = (tx: Sql, chatId: string, seq: number): Promise<void> => chats.quietNotice(tx, chatId, seq);
