import { type ChatId, searchableText } from '@chat-app/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import {
  type IndexedMessage,
  messageIndexRepository,
  type Progress,
  type UnindexedMessage,
} from './message-index.repository.ts';
import { tokensOf } from './search-tokens.ts';

/** Of the messages of a batch together, so that none takes long. */
const maxCharacters = 100_000;
const charactersAtOnce = 1000;

/** Indexes what comes next in these chats, each of which has its share of the messages. Returns those that may have more. */
export async function indexBatch(
  database: Database,
  chatIds: readonly ChatId[],
  maxMessages: number,
): Promise<ChatId[]> {
  const progress = await messageIndexRepository.listProgress(database.sql, chatIds);
  const existing = new Set(progress.map(({ chatId }) => chatId));
  for (const chatId of chatIds) {
    if (!existing.has(chatId)) await database.transaction((tx) => messageIndexRepository.remove(tx, chatId));
  }
  const outdated = progress.filter(({ indexedRev, chatRev }) => chatRev > indexedRev);
  if (outdated.length === 0) return [];
  const limitPerChat = Math.max(1, Math.floor(maxMessages / outdated.length));
  const changed = await messageIndexRepository.listChanged(database.sql, outdated, limitPerChat);
  const batch = withinLimit(changed);
  const steps = outdated.map((chat) => nextStep(chat, { changed, batch, limitPerChat }));
  const messages = await withTokens(batch);
  const moved = await database.transaction(async (tx) => {
    await messageIndexRepository.prepare(tx);
    const chats = new Set(await messageIndexRepository.moveProgress(tx, steps));
    await messageIndexRepository.write(
      tx,
      messages.filter(({ chatId }) => chats.has(chatId)),
    );
    return chats;
  });
  // What another node is indexing, or has indexed, may have more, too.
  return steps.filter(({ chatId, hasMore }) => hasMore || !moved.has(chatId)).map(({ chatId }) => chatId);
}

interface Batch {
  readonly changed: readonly UnindexedMessage[];
  /** The beginning of `changed`. */
  readonly batch: readonly UnindexedMessage[];
  readonly limitPerChat: number;
}

/** How far a batch gets in one of its chats. */
function nextStep({ chatId, indexedRev, chatRev }: Progress, { changed, batch, limitPerChat }: Batch) {
  const own = batch.filter((message) => message.chatId === chatId);
  const count = changed.filter((message) => message.chatId === chatId).length;
  const hasMore = own.length < count || count === limitPerChat;
  const lastRev = own.at(-1)?.rev ?? indexedRev;
  // Every change up to the chat's rev was visible, whether or not it is still the latest of its message.
  return { chatId, from: indexedRev, to: hasMore ? lastRev : Math.max(lastRev, chatRev), hasMore };
}

function withinLimit(changed: readonly UnindexedMessage[]): UnindexedMessage[] {
  let characters = 0;
  const end = changed.findIndex(({ content }) => {
    characters += content.length;
    return characters > maxCharacters;
  });
  return end === -1 ? [...changed] : changed.slice(0, Math.max(1, end));
}

/** Lets other work in between: so many characters take a millisecond or two. */
async function withTokens(batch: readonly UnindexedMessage[]): Promise<IndexedMessage[]> {
  const messages: IndexedMessage[] = [];
  let characters = 0;
  for (const message of batch) {
    messages.push({ chatId: message.chatId, seq: message.seq, tokens: tokensOfMessage(message) });
    characters += message.content.length;
    if (characters > charactersAtOnce) {
      characters = 0;
      await nextTurn();
    }
  }
  return messages;
}

/** Images and voice messages have no words. */
const typesWithWords = new Set(['text', 'emoji', 'file', 'fileTransfer']);

export const hasWords = ({ type, isDeleted }: Pick<UnindexedMessage, 'type' | 'isDeleted'>) =>
  !isDeleted && typesWithWords.has(type);

function tokensOfMessage(message: UnindexedMessage): number[] | null {
  const { chatId, authorId, type, content } = message;
  return hasWords(message) ? tokensOf({ chatId, authorId, type, text: searchableText(content) }) : null;
}
