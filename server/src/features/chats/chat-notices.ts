import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { chats } from './chats.repository.ts';

interface Notices {
  readonly chatId: string;
  /** Whose doing it was: to them it is nothing new. */
  readonly authorId: string | null;
  readonly texts: readonly string[];
}

/** Writes what happened into the chat itself, where members read it like any message. */
export async function addNotices(tx: Sql, emit: Emit, { chatId, authorId, texts }: Notices): Promise<void> {
  const ids = texts.map(newId);
  await chats.addNotices(tx, { chatId, authorId, ids, texts });
  emit('notices.written', { messageIds: ids });
}
