import { type ChatId, type Message, type MessageId, typeOfText, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Mentions } from './mentions.service.ts';
import { assertCanEdit, assertNotBlocked } from './messages.policy.ts';
import { messageChangeRepository } from './message-changes.repository.ts';
import { messageRepository } from './messages.repository.ts';
import { presentChanges, presentMessages } from './present-messages.ts';

interface MessageChangeDeps {
  database: Database;
  mentions: Mentions;
  transact: Transact;
}

interface ChangesRequest {
  readonly chatId: ChatId;
  readonly after: number;
  readonly limit: number;
}

export type MessageChanges = ReturnType<typeof createMessageChanges>;

/** Changes messages that were sent, and lists what changed. */
export function createMessageChanges({ database, mentions, transact }: MessageChangeDeps) {
  return {
    /** What changed after a rev, as the caller sees it. */
    async list(userId: UserId, { chatId, after, limit }: ChangesRequest) {
      const reader = { chatId, userId };
      const found = await messageChangeRepository.findChanges(database.sql, reader, { after, limit });
      if (found === null) throw notFound('Chat');
      const { rows, rev, hiddenUpTo, haveMore } = found;
      const changes = await presentChanges(database.sql, rows, userId);
      return { data: changes.map(({ change }) => change), rev, haveMore, hiddenUpTo };
    },

    /** Only the sender may edit a message. The same content changes nothing. */
    async edit(userId: UserId, messageId: MessageId, content: string): Promise<Message> {
      const before = await findEditable(database.sql, messageId, userId);
      // While the chat is not locked: the limit of mentions may be counted by another server.
      const mentioned = await mentions.find(
        database.sql,
        { chatId: before.chatId, authorId: userId, content },
        { ids: before.mentionIds, mentionsAll: before.mentionsAll },
      );
      return transact(async (tx, emit) => {
        await messageRepository.lockChatOf(tx, messageId);
        const message = await findEditable(tx, messageId, userId);
        const isChanged = message.content !== content;
        if (isChanged) {
          await messageChangeRepository.edit(tx, messageId, { type: typeOfText(content), content, mentioned });
        }
        const [present] = await presentMessages(tx, await messageRepository.list(tx, [messageId]), userId);
        if (!present) throw notFound('Message');
        if (isChanged) emit('message.changed', { chatId: present.chatId, rev: present.rev ?? 0 });
        return present;
      });
    },

    /** What a message said, oldest first, for everybody who sees it. */
    async listVersions(userId: UserId, messageId: MessageId) {
      const message = await messageRepository.findFor(database.sql, messageId, userId);
      if (!message || message.isDeleted) throw notFound('Message');
      const versions = await messageChangeRepository.listVersions(database.sql, messageId);
      return versions.map(({ content, at }) => ({ content, at: at.toISOString() }));
    },
  };
}

async function findEditable(sql: Sql, messageId: MessageId, userId: UserId) {
  const message = await messageRepository.findFor(sql, messageId, userId);
  if (!message || message.isDeleted) throw notFound('Message');
  assertNotBlocked(message);
  assertCanEdit(userId, message);
  return message;
}
