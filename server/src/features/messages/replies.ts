import { answerTexts, type MessageId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { messageRepository } from './messages.repository.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { presentMessages } from './present-messages.ts';

/** Finds what a message replies to, and what was sent before with the same idempotency key. */
export function createReplies(database: Database) {
  /** What a repeat with the same idempotency key answers. */
  async function findEarlier(id: MessageId, { authorId }: OutgoingMessage) {
    const [earlier] = await presentMessages(database.sql, await messageRepository.list(database.sql, [id]), authorId);
    // A late retry does not restore a deleted message; the error shows that there is nothing left to do.
    if (!earlier) throw new AppError('message_deleted', answerTexts.messageDeleted);
    return { message: earlier, isNew: false };
  }

  /** The message that a reply shows. Null when it is gone. */
  const findQuoted = ({ chatId, authorId }: OutgoingMessage, id: MessageId) =>
    messageRepository.findQuoted(database.sql, { id, chatId, userId: authorId });

  /** A message that can no longer be sent, but may have been stored before: its retry finds it. */
  async function findSent(outgoing: OutgoingMessage, refusal: AppError) {
    const { clientId } = outgoing;
    const sentId = clientId && (await messageRepository.findSentId(database.sql, { ...outgoing, clientId }));
    if (!sentId) throw refusal;
    return findEarlier(sentId, outgoing);
  }

  return { findEarlier, findQuoted, findSent };
}
