import { createHash } from 'node:crypto';
import {
  type ChatId,
  type ClientId,
  type Message,
  type MessageId,
  type UserId,
  withMentionNames,
} from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import { isMissingReference } from '../../platform/db/database-errors.ts';
import type { Sql } from '../../platform/db/database.ts';
import { notFound, unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { consume, type RateLimiter } from '../../platform/rate-limiter.ts';
import { forwardingRepository, type OriginalMessage } from './forwarding.repository.ts';
import { messageBatchRepository, type NewMessage, type Written } from './message-batches.repository.ts';
import { assertCanForward, assertNotBlocked, assertNotLimited } from './messages.policy.ts';
import { presentMessage } from './messages.presenter.ts';
import { messageRepository } from './messages.repository.ts';
import { presentMessages } from './present-messages.ts';

interface ForwardRequest {
  readonly messageIds: readonly MessageId[];
  readonly chatIds: readonly ChatId[];
  readonly clientId: ClientId;
}

interface ForwardResult {
  readonly messages: Message[];
  readonly isNew: boolean;
}

/** More messages than can be sent at once in another way. */
const manyMessages = 60;
export const manyForwardsRate = { limit: 5, windowMs: 60_000, of: 'forwards of more than 60 messages' };

export type Forwarding = ReturnType<typeof createForwarding>;

/** Sends copies of messages to other chats, all of them or none. */
export function createForwarding({ limiter, transact }: { limiter: RateLimiter; transact: Transact }) {
  return {
    async forward(userId: UserId, request: ForwardRequest): Promise<ForwardResult> {
      const messageIds = [...new Set(request.messageIds)];
      const chatIds = [...new Set(request.chatIds)];
      if (messageIds.length * chatIds.length > manyMessages) {
        await consume(limiter, `forwards:user:${userId}`, manyForwardsRate);
      }
      const given = { userId, messageIds, chatIds, clientIds: keysOf(request.clientId, messageIds.length) };
      try {
        return await transact((tx, emit) => forward(tx, emit, given));
      } catch (error) {
        // Its upload was just removed together with the last message that showed it.
        throw isMissingReference(error) ? notFound('Message') : error;
      }
    },
  };
}

interface Forward extends Omit<ForwardRequest, 'clientId'> {
  readonly userId: UserId;
  /** One for each message. */
  readonly clientIds: readonly ClientId[];
}

async function forward(tx: Sql, emit: Emit, given: Forward): Promise<ForwardResult> {
  const { userId, messageIds, chatIds, clientIds } = given;
  const locked = await forwardingRepository.lockChats(tx, chatIds, userId);
  if (locked.length < chatIds.length) throw notFound('Chat');
  // Before the originals are looked for: a repeat finds what was sent although they have been deleted since.
  const sentIds = await forwardingRepository.listSentIds(tx, { chatIds, authorId: userId, clientIds });
  if (sentIds.length === chatIds.length * messageIds.length) {
    return { messages: await presentSent(tx, sentIds, userId), isNew: false };
  }
  locked.forEach(assertNotBlocked);
  locked.forEach(assertNotLimited);
  const originals = await findOriginals(tx, messageIds, userId);
  const copies = chatIds.flatMap((chatId) =>
    originals.map((original, index) => copyOf(original, { chatId, userId, clientId: clientIds[index] ?? null })),
  );
  const written = await messageBatchRepository.write(tx, copies);
  const ids: MessageId[] = [];
  for (const chatId of chatIds) {
    const outcomes = copies.filter((copy) => copy.chatId === chatId).map(({ id }) => written.get(id));
    ids.push(...outcomes.map(writtenId));
    emitSent(emit, chatId, outcomes);
  }
  return { messages: await presentSent(tx, ids, userId), isNew: true };
}

/** In the order of the ids. All of them, or an error. */
async function findOriginals(tx: Sql, ids: readonly MessageId[], userId: UserId): Promise<OriginalMessage[]> {
  const found = await forwardingRepository.listOriginals(tx, ids, userId);
  const originalById = new Map(found.map((original) => [original.id, original]));
  const originals = ids.flatMap((id) => originalById.get(id) ?? []);
  if (originals.length < ids.length) throw notFound('Message');
  assertCanForward(originals);
  return originals;
}

/** Without those that were deleted since. */
async function presentSent(tx: Sql, ids: readonly MessageId[], userId: UserId): Promise<Message[]> {
  const messages = await presentMessages(tx, await messageRepository.list(tx, ids), userId);
  const messageById = new Map(messages.map((message) => [message._id, message]));
  return ids.flatMap((id) => messageById.get(id) ?? []);
}

function copyOf(
  original: OriginalMessage,
  { chatId, userId, clientId }: { chatId: ChatId; userId: UserId; clientId: ClientId | null },
): NewMessage {
  const { durationMs, waveform } = original;
  return {
    id: newId<MessageId>(),
    chatId,
    authorId: userId,
    type: original.type as NewMessage['type'],
    // Those who were mentioned may not be in the other chat.
    content: withMentionNames(original.content, original.mentions),
    clientId,
    uploadFile: original.uploadFile,
    fileSize: original.fileSize,
    transferStatus: null,
    voice: durationMs !== null && waveform !== null ? { durationMs, waveform } : null,
    quoted: null,
    forwardedFrom: original.authorName,
    mentions: null,
  };
}

function writtenId(outcome: Written | undefined): MessageId {
  if (outcome?.kind === 'new') return outcome.row.id;
  if (outcome?.kind === 'earlier') return outcome.messageId;
  // Only if the member was removed while the chats were being locked.
  throw outcome?.kind === 'busy' ? unavailable() : notFound('Chat');
}

function emitSent(emit: Emit, chatId: ChatId, outcomes: readonly (Written | undefined)[]): void {
  const sent = outcomes.flatMap((outcome) => (outcome?.kind === 'new' ? outcome : []));
  const [first] = sent;
  if (!first) return;
  const messages = sent.map(({ row }) => presentMessage(row, null));
  emit('messages.sent', { chatId, memberRev: first.memberRev, messages, committedAt: performance.now() });
}

/**
 * The idempotency keys of the copies in each chat. The colon keeps them apart from those of other messages; hashed,
 * because a key and a number together would be too long.
 */
function keysOf(clientId: ClientId, count: number): ClientId[] {
  const hash = createHash('sha256').update(clientId).digest('base64url');
  return Array.from({ length: count }, (_, index) => `${hash}:${index}` as ClientId);
}
