import { answerTexts, type ChatId, type Message, type MessageId } from '@chat-app/contract';
import type { DomainBus, DomainEvents } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTimeout } from '../../platform/deadline.ts';
import { AppError, notFound, unavailable } from '../../platform/errors.ts';
import { type DeviceId, newId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Mentions } from './mentions.service.ts';
import { chatBlocked, sendLimited } from './messages.policy.ts';
import { asSeenByAuthor, presentMessage } from './messages.presenter.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { createReplies } from './replies.ts';
import { createSendQueue, type Outcome } from './send-queue.ts';
import { messageBatchRepository, type NewMessage } from './message-batches.repository.ts';
import { messageRepository, type QuotedMessage } from './messages.repository.ts';

/** Everything together; the sender is refused after that. */
export const sendWithinMs = 2700;

export type SendMessage = ReturnType<typeof createSendMessage>;

interface SendMessageDeps {
  bus: DomainBus;
  database: Database;
  mentions: Mentions;
  metrics: Pick<Metrics, 'messageCommitted' | 'watchQueue'>;
}

/**
 * Sends every message of a person. It is durable before the response; a repeat with the same idempotency key returns
 * the first message, even if the content differs.
 */
export function createSendMessage({ bus, database, mentions, metrics }: SendMessageDeps) {
  const { findEarlier, findQuoted, findSent } = createReplies(database);
  /** Only while an acknowledgement is awaited: a device that was refused receives a late commit like any other. */
  const sentFromById = new Map<MessageId, DeviceId>();

  async function write(batch: NewMessage[]): Promise<Map<MessageId, Outcome>> {
    const written = await database.statement((sql) => messageBatchRepository.write(sql, batch));
    const quotedById = new Map(batch.flatMap(({ id, quoted }) => (quoted ? [[id, quoted]] : [])));
    // Committed: from here on it may be published.
    const committedAt = performance.now();
    const outcomes = new Map<MessageId, Outcome>();
    const sentByChat = new Map<ChatId, SentMessages>();
    for (const [id, one] of written) {
      if (one.kind === 'new') {
        const message = presentMessage(one.row, null);
        outcomes.set(id, { kind: 'new', message });
        const isRestricted = isQuoteUncertain(quotedById.get(id), message, one.memberRev);
        addTo(sentByChat, message, { memberRev: one.memberRev, sentFrom: sentFromById.get(id), isRestricted });
      } else outcomes.set(id, one);
    }
    // After the acknowledgements: a device must have its own message before later ones of others.
    setImmediate(() => publish(sentByChat.values(), committedAt));
    return outcomes;
  }

  function publish(sentInChats: Iterable<SentMessages>, committedAt: number) {
    for (const sent of sentInChats) {
      sent.messages.sort((a, b) => a.seq - b.seq);
      bus.publish('messages.sent', { ...sent, committedAt });
    }
  }

  /** The error of a message that exceeds a limit: it may have been stored before, and its answer lost. */
  const findMentions = (outgoing: OutgoingMessage) =>
    mentions.find(database.sql, outgoing).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });

  /** Why a message was not written. */
  async function refusalOf({ chatId, authorId }: OutgoingMessage): Promise<AppError> {
    const chat = await messageRepository.findSendLimits(database.sql, chatId, authorId);
    if (!chat) return notFound('Chat');
    if (chat.isBlocked) return chatBlocked();
    // Otherwise the author was added, or what refused it was removed, a moment ago.
    return chat.isSendLimited ? sendLimited() : unavailable();
  }

  const enqueue = createSendQueue({ write, refuse: unavailable });
  metrics.watchQueue('send', enqueue.depth);

  async function send(outgoing: OutgoingMessage): Promise<{ message: Message; isNew: boolean }> {
    const { sentFrom, replyTo, acceptedAt = Date.now() } = outgoing;
    const inTime = <Result>(work: Promise<Result>) =>
      withTimeout(Math.max(acceptedAt + sendWithinMs - Date.now(), 0), work);
    const quoted = replyTo === undefined ? null : await inTime(findQuoted(outgoing, replyTo));
    if (replyTo !== undefined && !quoted) return inTime(findSent(outgoing, originalGone()));
    const mentioned = mayMention(outgoing) ? await inTime(findMentions(outgoing)) : null;
    if (mentioned instanceof AppError) return inTime(findSent(outgoing, mentioned));
    const id = newId<MessageId>();
    if (sentFrom !== undefined) sentFromById.set(id, sentFrom);
    let outcome: Outcome;
    try {
      outcome = await enqueue(newMessageOf(outgoing, { id, quoted, mentions: mentioned }), acceptedAt);
    } finally {
      sentFromById.delete(id);
    }
    if (outcome.kind === 'new') {
      metrics.messageCommitted((Date.now() - acceptedAt) / 1000);
      if (quoted && isOutdated(quoted, outcome.message)) {
        return { ...(await inTime(findEarlier(id, outgoing))), isNew: true };
      }
      return { message: asSeenByAuthor(outcome.message), isNew: true };
    }
    if (outcome.kind === 'busy') throw unavailable();
    if (outcome.kind === 'refused') throw await inTime(refusalOf(outgoing));
    return inTime(findEarlier(outcome.messageId, outgoing));
  }
  return Object.assign(send, { isOverloaded: enqueue.isFull });
}

function newMessageOf(outgoing: OutgoingMessage, found: Pick<NewMessage, 'id' | 'quoted' | 'mentions'>): NewMessage {
  return {
    id: found.id,
    chatId: outgoing.chatId,
    authorId: outgoing.authorId,
    type: outgoing.type,
    content: outgoing.content,
    clientId: outgoing.clientId ?? null,
    uploadFile: outgoing.uploadFile ?? null,
    fileSize: outgoing.fileSize ?? null,
    transferStatus: outgoing.transferStatus ?? null,
    voice: outgoing.voice ?? null,
    quoted: found.quoted,
    forwardedFrom: null,
    mentions: found.mentions,
  };
}

/** Names of files are no texts. */
const mayMention = ({ type, content }: OutgoingMessage) => type === 'text' && content.includes('<@');

/** Names the field, so that a client knows that the message could be sent without it. */
const originalGone = () =>
  new AppError('not_found', answerTexts.originalGone, { fields: { replyTo: answerTexts.originalGone } });

/** Whether the original may have been edited between reading it and writing the reply. */
function isOutdated({ changeCount }: QuotedMessage, { rev = 0, seq }: Message): boolean {
  return rev - seq !== changeCount;
}

/** Whether the quote has to be read again, for each member. */
function isQuoteUncertain(quoted: QuotedMessage | undefined, message: Message, memberRev: number): boolean {
  return quoted !== undefined && (quoted.isRestricted || quoted.memberRev !== memberRev || isOutdated(quoted, message));
}

type SentMessages = Required<Omit<DomainEvents['messages.sent'], 'committedAt'>>;

/** Groups by chat: a chat whose events are delayed must not delay those of the others. */
function addTo(
  sentByChat: Map<ChatId, SentMessages>,
  message: Message,
  { memberRev, sentFrom, isRestricted }: { memberRev: number; sentFrom: DeviceId | undefined; isRestricted: boolean },
) {
  const { _id, chatId } = message;
  const sent = sentByChat.get(chatId);
  const devices = sentFrom === undefined ? {} : { [_id]: sentFrom };
  const restrictedIds = isRestricted ? [_id] : [];
  if (sent) {
    sent.messages.push(message);
    sent.restrictedIds.push(...restrictedIds);
    Object.assign(sent.sentFrom, devices);
  } else sentByChat.set(chatId, { chatId, memberRev, messages: [message], sentFrom: devices, restrictedIds });
}
