import { answerTexts, type ChatId, limits, type Message, type MessageId, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { addSystemMessages } from '../chats/index.ts';
import { assertCanPin, assertNotBlocked } from './messages.policy.ts';
import { messageRepository } from './messages.repository.ts';
import { pinRepository } from './pins.repository.ts';
import { presentMessages } from './present-messages.ts';

export type Pins = ReturnType<typeof createPins>;

/** The pinned messages of chats. */
export function createPins({ database, transact }: { database: Database; transact: Transact }) {
  return {
    /** Repeating it changes nothing, and adds no second system message. */
    pin(userId: UserId, { messageId, isPinned }: { messageId: MessageId; isPinned: boolean }): Promise<Message> {
      return transact(async (tx, emit) => {
        await messageRepository.lockChatOf(tx, messageId);
        const message = await pinRepository.find(tx, messageId, userId);
        if (!message) throw notFound('Message');
        assertNotBlocked(message);
        assertCanPin(userId, message);
        const { chatId } = message;
        if (message.isPinned !== isPinned) {
          const isFull = message.pinCount >= limits.pinsPerChat;
          if (isPinned && isFull) throw new AppError('limit_reached', answerTexts.pinLimit);
          emit('message.changed', { chatId, rev: await pinRepository.set(tx, messageId, isPinned) });
          const texts = [`${message.userName} pinned a message`];
          if (isPinned) await addSystemMessages(tx, emit, { chatId, authorId: userId, texts });
        }
        const [present] = await presentMessages(tx, await messageRepository.list(tx, [messageId]), userId);
        if (!present) throw notFound('Message');
        return present;
      });
    },

    async list(userId: UserId, chatId: ChatId): Promise<Message[]> {
      const rows = await pinRepository.list(database.sql, chatId, userId);
      if (rows === null) throw notFound('Chat');
      return presentMessages(database.sql, rows, userId);
    },
  };
}
