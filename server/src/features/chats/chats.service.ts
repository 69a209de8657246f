import { answerTexts, inputTexts, type ChatId, type UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { AppError, invalidInput, notFound } from '../../platform/errors.ts';
import { friendshipRepository } from '../friendships/index.ts';
import { userRepository } from '../users/index.ts';
import { addChat, openDirectChat } from './add-chat.ts';
import { chatListRepository } from './chat-list.repository.ts';
import { addSystemMessages } from './system-messages.ts';
import { assertAllFriends, assertGroupSize } from './chats.policy.ts';
import { presentChatDetail, presentChatListItem, presentChatName } from './chats.presenter.ts';
import { chatRepository } from './chats.repository.ts';

interface ChatDeps {
  database: Database;
  transact: Transact;
  maxGroupSize: number;
}

interface NewChat {
  readonly members: readonly UserId[];
  readonly name?: string | undefined;
}

export type Chats = ReturnType<typeof createChats>;

export function createChats({ database, transact, maxGroupSize }: ChatDeps) {
  return {
    list: (userId: UserId, search?: string) =>
      chatListRepository.list(database.sql, userId, { search, convert: (row) => presentChatListItem(row, userId) }),

    /** Those of these chats that are in the user's list. */
    listSome: (userId: UserId, chatIds: readonly ChatId[]) =>
      chatListRepository.list(database.sql, userId, { chatIds, convert: (row) => presentChatListItem(row, userId) }),

    async get(userId: UserId, chatId: ChatId) {
      const chat = await chatRepository.findFor(database.sql, chatId, userId);
      if (!chat) throw notFound('Chat');
      return presentChatDetail(chat, await chatRepository.listMembers(database.sql, chatId), userId);
    },

    /** The name that the chat's generated avatar is made from; null for outsiders. */
    async findName(userId: UserId, chatId: ChatId) {
      const [name] = await chatListRepository.list(database.sql, userId, {
        chatIds: [chatId],
        convert: presentChatName,
      });
      return name ?? null;
    },

    /** With one friend, reopens the existing chat of the two instead of creating a second one. */
    create: (userId: UserId, { members, name }: NewChat) =>
      transact(async (tx, emit) => {
        const others = await requireFriends(tx, userId, members);
        assertGroupSize(others.length + 1, maxGroupSize);

        const [only] = others;
        if (others.length === 1 && only !== undefined) {
          if (name !== undefined) throw invalidInput(answerTexts.groupsOnly);
          const { chatId, wasListed } = await openDirectChat(tx, emit, { userId, otherId: only });
          if (wasListed) throw new AppError('chat_exists', answerTexts.chatExists, { chatId });
          return chatId;
        }

        const chatId = await addChat(tx, emit, { ownerId: userId, otherIds: others });
        await initGroup(tx, emit, { chatId, creatorId: userId, name });
        return chatId;
      }),

    mute: (userId: UserId, chatId: ChatId, isMuted: boolean) =>
      transact(async (tx, emit) => {
        if (!(await chatRepository.mute(tx, { chatId, userId, isMuted }))) throw notFound('Chat');
        emit('chat.muted', { chatId, userId, isMuted });
      }),
  };
}

async function initGroup(tx: Sql, emit: Emit, group: { chatId: ChatId; creatorId: UserId; name: string | undefined }) {
  const { chatId, creatorId, name } = group;
  const creator = await userRepository.find(tx, creatorId);
  const texts = [`${creator?.name} created the group`];
  if (name !== undefined) {
    await chatRepository.rename(tx, chatId, name);
    texts.push(`${creator?.name} changed the chat name to ${name}`);
  }
  await addSystemMessages(tx, emit, { chatId, authorId: creatorId, texts });
}

/** The members of a list other than the caller, all of whom must be friends. */
export async function requireFriends(tx: Sql, userId: UserId, memberIds: readonly UserId[]): Promise<UserId[]> {
  const others = [...new Set(memberIds)].filter((id) => id !== userId);
  if (others.length === 0) throw invalidInput(inputTexts.noMembers);
  const friends = await friendshipRepository.friendsAmong(tx, userId, others);
  assertAllFriends(others, friends);
  return others;
}
