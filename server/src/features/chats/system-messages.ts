import type { ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { chatRepository } from './chats.repository.ts';
import { readStateRepository } from './read-state.repository.ts';

interface SystemMessages {
  readonly chatId: ChatId;
  /** The person who caused it, for whom it is not unread. */
  readonly authorId: UserId | null;
  readonly texts: readonly string[];
  /** The chat does not become unread. */
  readonly isQuiet?: boolean;
}

/** Adds system messages to the chat, where members read them like any other message. */
export async function addSystemMessages(
  tx: Sql,
  emit: Emit,
  { isQuiet = false, ...messages }: SystemMessages,
): Promise<void> {
  const ids = messages.texts.map(newId<MessageId>);
  const { chatId } = messages;
  const { memberRev, firstSeq, firstRev, createdAt } = await chatRepository.addSystemMessages(tx, {
    ...messages,
    ids,
    isQuiet,
  });
  emit('systemMessages.written', {
    chatId,
    memberRev,
    messages: ids.map((id, index) => ({
      _id: id,
      chatId,
      seq: firstSeq + index,
      rev: firstRev + index,
      type: 'system',
      content: messages.texts[index] ?? '',
      createdAt: createdAt.toISOString(),
      sender: null,
      replyTo: null,
    })),
  });
}

/** From now on this system message no longer makes the chat unread. */
export const makeSystemMessageQuiet = (tx: Sql, chatId: ChatId, seq: number): Promise<void> =>
  readStateRepository.makeSystemMessageQuiet(tx, chatId, seq);
