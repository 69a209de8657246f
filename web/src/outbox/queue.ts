import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import { createPauses } from './interruptible-pauses.ts';
import { resendDelayMs } from './resend-delay.ts';
import { createRunner } from './run-again.ts';
import { createAttempts } from './attempts.ts';
import type { AttemptParts } from './attempts.ts';

interface QueueParts extends AttemptParts {
  userId: UserId;
  /** Runs `work` in only one tab at a time per name. */
  withLock: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  random?: () => number;
}

/** Sends the entries of the store, per chat in order and one at a time, until the server accepts or rejects each. */
export function createOutboxQueue(parts: QueueParts) {
  const { userId, store, withLock, random } = parts;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const pauses = createPauses();
  const { attempt, abort } = createAttempts(parts, stopped);
  // If the store cannot save the outcome of an entry, the entry must not be sent repeatedly.
  const sent = new Set<ClientId>();
  const refused = new Set<ClientId>();
  const laneByChat = new Map<ChatId, () => void>();

  async function drain(chatId: ChatId): Promise<void> {
    let failedTries = 0;
    while (!stopped.aborted) {
      // Read the store each time: another tab may have sent or removed the entry while this one waited.
      const entries = await store.list(userId);
      const next = entries.find(
        ({ clientId, failure, ...entry }) =>
          entry.chatId === chatId && failure === undefined && !sent.has(clientId) && !refused.has(clientId),
      );
      if (!next) return;
      const outcome = await attempt(next, failedTries === 0);
      if (outcome === 'sent') sent.add(next.clientId);
      if (outcome === 'refused') refused.add(next.clientId);
      failedTries = typeof outcome === 'string' ? 0 : failedTries + 1;
      if (typeof outcome !== 'string') {
        const askedForMs = outcome.retryAfterMs ?? 0;
        await pauses.pause(askedForMs + resendDelayMs(failedTries, random), { isFirm: askedForMs > 0 });
      }
    }
  }

  const createLane = (chatId: ChatId) =>
    createRunner(() => withLock(`chat-app.outbox.${userId}.${chatId}`, stopped, () => drain(chatId)));

  return {
    /** Starts sending the entries of this chat. */
    push: (chatId: ChatId) => {
      const lane = laneByChat.get(chatId) ?? createLane(chatId);
      laneByChat.set(chatId, lane);
      lane();
    },
    /** Allows a rejected entry to be sent again. */
    reopen: (clientId: ClientId) => refused.delete(clientId),
    /** The network may be back, so waiting entries are retried at once. */
    wake: pauses.cutShort,
    /** Aborts the request of a discarded entry. */
    abort,
    stop: () => {
      stopping.abort();
      pauses.endAll();
    },
  };
}
