import {
  answerTexts,
  type ChatId,
  type ChatListItem,
  findWords,
  listSearchWords,
  type SearchResult,
  type UserId,
} from '@chat-app/contract';
import { createBoundedQueue } from '../../platform/bounded-queue.ts';
import type { Database } from '../../platform/db/database.ts';
import { isTimeout } from '../../platform/db/database-errors.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import { presentMessages } from '../messages/index.ts';
import { findMessages, type FoundPage, type SearchInput, type SearchQuery } from './find-messages.ts';
import { cursorOf, readCursor } from './search-cursor.ts';
import { type SearchedChat, searchRepository } from './search.repository.ts';

/** Searches must not take all connections to the database. */
const concurrency = 2;
const queueLimit = 50;

interface SearchDeps {
  readonly database: Database;
  readonly listChats: (userId: UserId, chatIds: readonly ChatId[]) => Promise<ChatListItem[]>;
}

export type Search = ReturnType<typeof createSearch>;

export function createSearch({ database, listChats }: SearchDeps) {
  const enqueue = createBoundedQueue({ concurrency, queueLimit });

  async function find(chats: readonly SearchedChat[], query: SearchQuery): Promise<FoundPage> {
    try {
      return await enqueue(() => database.transaction((tx) => findMessages(tx, chats, query)));
    } catch (error) {
      throw isTimeout(error) ? invalidInput(answerTexts.searchTooBroad, { q: answerTexts.searchTooBroad }) : error;
    }
  }

  async function present(userId: UserId, page: FoundPage['found'], query: SearchQuery): Promise<SearchResult[]> {
    if (page.length === 0) return [];
    const ids = page.map(({ id }) => id);
    const rows = await searchRepository.listFor(database.sql, ids, userId);
    const messages = await presentMessages(database.sql, rows, userId);
    const chats = await listChats(userId, [...new Set(page.map(({ chatId }) => chatId))]);
    const messageById = new Map(messages.map((message) => [message._id, message]));
    const chatById = new Map(chats.map((chat) => [chat._id, chat]));
    return page.flatMap(({ id, chatId }) => {
      const message = messageById.get(id);
      const chat = chatById.get(chatId);
      // It may have been deleted or edited meanwhile, or the chat left.
      const highlights = message && findWords(message.content, query.words);
      if (!message || !chat || !highlights) return [];
      const { _id, name, avatar, isGroup } = chat;
      return [
        { message, chat: { _id, name, avatar, isGroup }, highlights: highlights.map(([at, length]) => [at, length]) },
      ];
    });
  }

  return {
    /** Messages that the person sees and that contain all words, newest first. */
    async search(userId: UserId, input: SearchInput): Promise<{ data: SearchResult[]; cursor: string | null }> {
      const query = { input, words: listSearchWords(input.q), after: readCursor(input.cursor) };
      const chats = await searchRepository.listChats(database.sql, userId, input.chatId);
      if (input.chatId !== undefined && chats.length === 0) throw notFound('Chat');
      if (query.words.length === 0 || chats.length === 0) return { data: [], cursor: null };
      const { found, next } = await find(chats, query);
      return { data: await present(userId, found, query), cursor: next && cursorOf(next) };
    },
  };
}
