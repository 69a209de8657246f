import { type ChatId, searchableText } from '@chat-app/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { messageIndexRepository, type UnindexedMessage } from './message-index.repository.ts';
import { tokensOf } from './search-tokens.ts';

const maxMessages = 200;
/** Of the messages of a batch together, so that none takes long. */
const maxCharacters = 100_000;

/** Indexes what comes next in a chat. Returns whether there may be more. */
export async function indexBatch(database: Database, chatId: ChatId): Promise<boolean> {
  const progress = await messageIndexRepository.findProgress(database.sql, chatId);
  if (progress === null) {
    await database.transaction((tx) => messageIndexRepository.remove(tx, chatId));
    return false;
  }
  const { indexedRev, chatRev } = progress;
  if (chatRev <= indexedRev) return false;
  const asked = { rev: indexedRev, limit: maxMessages };
  const changed = await messageIndexRepository.listChanged(database.sql, chatId, asked);
  const batch = withinLimit(changed);
  const hasMore = batch.length < changed.length || changed.length === maxMessages;
  const lastRev = batch.at(-1)?.rev ?? 0;
  // Every change up to the chat's rev was visible, whether or not it is still the latest of its message.
  const to = hasMore ? lastRev : Math.max(lastRev, chatRev);
  const messages = await withTokens(chatId, batch);
  return database.transaction(async (tx) => {
    const isMoved = await messageIndexRepository.moveProgress(tx, chatId, { from: indexedRev, to });
    if (isMoved) await messageIndexRepository.write(tx, chatId, messages);
    // Otherwise another node has indexed it; there may be more.
    return hasMore || !isMoved;
  });
}

function withinLimit(changed: readonly UnindexedMessage[]): UnindexedMessage[] {
  let characters = 0;
  const end = changed.findIndex(({ content }) => {
    characters += content.length;
    return characters > maxCharacters;
  });
  return end === -1 ? [...changed] : changed.slice(0, Math.max(1, end));
}

/** Lets other work in between: a long message takes milliseconds. */
async function withTokens(chatId: ChatId, batch: readonly UnindexedMessage[]) {
  const messages: { seq: number; tokens: number[] | null }[] = [];
  for (const message of batch) {
    messages.push({ seq: message.seq, tokens: tokensOfMessage(chatId, message) });
    if (message.content.length > 1000) await nextTurn();
  }
  return messages;
}

/** Images and voice messages have no words. */
const typesWithWords = new Set(['text', 'emoji', 'file', 'fileTransfer']);

export const hasWords = ({ type, isDeleted }: Pick<UnindexedMessage, 'type' | 'isDeleted'>) =>
  !isDeleted && typesWithWords.has(type);

function tokensOfMessage(chatId: ChatId, message: UnindexedMessage): number[] | null {
  const { authorId, type, content } = message;
  return hasWords(message) ? tokensOf({ chatId, authorId, type, text: searchableText(content) }) : null;
}
