import { answerTexts, type ChatId, type ClientId, type Message, type MessageId } from '@chat-app/contract';
import type { DomainBus, DomainEvents } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTimeout } from '../../platform/deadline.ts';
import { AppError, notFound, unavailable } from '../../platform/errors.ts';
import { type DeviceId, newId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { presentMessage } from './messages.presenter.ts';
import { messageRepository } from './messages.repository.ts';
import { createSendQueue } from './send-queue.ts';
import { messageBatchRepository, type NewMessage, type Written } from './message-batches.repository.ts';

/** A message to be sent to a chat. */
export interface OutgoingMessage extends Pick<NewMessage, 'chatId' | 'authorId' | 'type' | 'content'> {
  readonly clientId?: ClientId | undefined;
  readonly uploadFile?: string;
  readonly fileSize?: number;
  readonly transferStatus?: 'completed' | 'cancelled';
  /** The device that receives its own message by acknowledgement. */
  readonly sentFrom?: DeviceId | undefined;
}

const databaseMs = 2800;

export type SendMessage = ReturnType<typeof createSendMessage>;

interface SendMessageDeps {
  bus: DomainBus;
  database: Database;
  metrics: Pick<Metrics, 'messageCommitted' | 'watchQueue'>;
}

/**
 * Sends every message of a person. It is durable before the response; a repeat with the same idempotency key returns
 * the first message, even if the content differs.
 */
export function createSendMessage({ bus, database, metrics }: SendMessageDeps) {
  /** Only while an acknowledgement is awaited: a device that was refused receives a late commit like any other. */
  const sentFromById = new Map<MessageId, DeviceId>();

  async function write(batch: NewMessage[]) {
    const written = await database.statement((sql) => messageBatchRepository.write(sql, batch));
    // Committed: from here on it may be published.
    const committedAt = performance.now();
    for (const sent of byChat(written.values(), sentFromById)) bus.publish('messages.sent', { ...sent, committedAt });
    return written;
  }
  const enqueue = createSendQueue({ write, refuse: unavailable });
  metrics.watchQueue('send', enqueue.depth);

  return async ({ sentFrom, ...outgoing }: OutgoingMessage): Promise<{ message: Message; isNew: boolean }> => {
    const { clientId = null, uploadFile = null, fileSize = null, transferStatus = null } = outgoing;
    const acceptedAt = performance.now();
    const id = newId<MessageId>();
    if (sentFrom !== undefined) sentFromById.set(id, sentFrom);
    const written = await enqueue({ ...outgoing, id, clientId, uploadFile, fileSize, transferStatus }).finally(() =>
      sentFromById.delete(id),
    );
    if (written.kind === 'busy') throw unavailable();
    if (written.kind === 'refused') throw notFound('Chat');
    if (written.kind === 'new') {
      metrics.messageCommitted((performance.now() - acceptedAt) / 1000);
      return { message: presentMessage(written.row, outgoing.authorId), isNew: true };
    }
    const [earlier] = await withTimeout(databaseMs, messageRepository.list(database.sql, [written.messageId]));
    // A late retry does not restore a deleted message; the error shows that there is nothing left to do.
    if (!earlier) throw new AppError('message_deleted', answerTexts.messageDeleted);
    return { message: presentMessage(earlier, outgoing.authorId), isNew: false };
  };
}

type SentMessages = Omit<DomainEvents['messages.sent'], 'committedAt'>;

/** Groups new messages by chat: a chat whose events are delayed must not delay those of the others. */
function byChat(written: Iterable<Written>, sentFromById: ReadonlyMap<MessageId, DeviceId>) {
  const sentByChat = new Map<ChatId, SentMessages>();
  for (const one of written) {
    if (one.kind !== 'new') continue;
    const { memberRev, row } = one;
    const sent = sentByChat.get(row.chatId) ?? { chatId: row.chatId, memberRev, messages: [] };
    sentByChat.set(row.chatId, sent);
    sent.messages.push(presentMessage(row, null));
    const sentFrom = sentFromById.get(row.id);
    if (sentFrom !== undefined) sent.sentFrom = { ...sent.sentFrom, [row.id]: sentFrom };
  }
  for (const { messages } of sentByChat.values()) messages.sort((a, b) => a.seq - b.seq);
  return sentByChat.values();
}
