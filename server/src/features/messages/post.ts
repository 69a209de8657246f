import { answerTexts, type ChatId, type ClientId, type Message } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, notFound, unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { presentMessage } from './messages.presenter.ts';
import { messages } from './messages.repository.ts';
import { createSendQueue } from './send-queue.ts';
import { type NewMessage, writeMessages } from './sends.repository.ts';

/** A message that somebody wants in a chat. */
export interface Posting extends Pick<NewMessage, 'chatId' | 'authorId' | 'type' | 'content'> {
  readonly clientId?: ClientId | undefined;
  readonly uploadFile?: string;
  readonly fileSize?: number;
  readonly transferStatus?: 'completed' | 'cancelled';
}

export type Post = ReturnType<typeof createPost>;

interface PostParts {
  bus: DomainBus;
  database: Database;
  metrics: Pick<Metrics, 'messageCommitted' | 'watchQueue'>;
}

/**
 * Every message of a person goes in through here. Durable before it is answered; a repeat under the same mark gives the
 * first message again, whatever it says now.
 */
export function createPost({ bus, database, metrics }: PostParts) {
  async function write(batch: NewMessage[]) {
    const written = await database.statement((sql) => writeMessages(sql, batch));
    const sent = [...written.values()]
      .flatMap((one) => (one.kind === 'new' ? [presentMessage(one.row, null)] : []))
      .toSorted((a, b) => a.seq - b.seq);
    // Committed: from here on it may be told.
    const committedAt = performance.now();
    for (const [chatId, inChat] of byChat(sent))
      bus.publish('messages.sent', { chatId, messages: inChat, committedAt });
    return written;
  }
  const enqueue = createSendQueue({ write, refuse: unavailable });
  metrics.watchQueue('send', enqueue.depth);

  return async (posting: Posting): Promise<{ message: Message; isNew: boolean }> => {
    const { clientId = null, uploadFile = null, fileSize = null, transferStatus = null } = posting;
    const acceptedAt = performance.now();
    const written = await enqueue({ ...posting, id: newId(), clientId, uploadFile, fileSize, transferStatus });
    if (written.kind === 'busy') throw unavailable();
    if (written.kind === 'refused') throw notFound('Chat');
    if (written.kind === 'new') {
      metrics.messageCommitted((performance.now() - acceptedAt) / 1000);
      return { message: presentMessage(written.row, posting.authorId), isNew: true };
    }
    const [earlier] = await messages.list(database.sql, [written.messageId]);
    // It is not brought back by a late retry; whoever retries learns that there is nothing left to do.
    if (!earlier) throw new AppError('message_deleted', answerTexts.messageDeleted);
    return { message: presentMessage(earlier, posting.authorId), isNew: false };
  };
}

/** Each chat's messages for themselves: a chat whose events are held up must not hold up those of the others. */
function byChat(sent: readonly Message[]): Map<ChatId, Message[]> {
  const messagesByChat = new Map<ChatId, Message[]>();
  for (const message of sent) {
    const inChat = messagesByChat.get(message.chatId);
    if (inChat) inChat.push(message);
    else messagesByChat.set(message.chatId, [message]);
  }
  return messagesByChat;
}
