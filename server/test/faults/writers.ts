import type { ChatId, ClientId, MessageId } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { asId } from '../as-id.ts';
import type { HttpClient } from '../http-client.ts';
import { createHttpSender, createSocketSender } from './senders.ts';

/** A message that the server acknowledged. */
export interface Acknowledged {
  readonly chatId: ChatId;
  readonly clientId: ClientId;
  readonly messageId: MessageId;
  readonly seq: number;
}

export interface SentMessage extends Acknowledged {
  /** When it was sent for the first time. */
  readonly sentAt: number;
  /** The position of its writer. */
  readonly writer: number;
}

export interface Writer {
  readonly client: HttpClient;
  readonly chatId: ChatId;
}

const againAfterMs = 100;

/**
 * Each writer sends one message after the other, as a client does: an unanswered message is sent again, under the same
 * idempotency key, until it is answered. Every second one sends over the socket.
 */
export function startWriters(writers: readonly Writer[], { pauseMs = 0 } = {}) {
  const acknowledged: SentMessage[] = [];
  const clock = { isOver: false };
  let repeats = 0;
  let slowestMs = 0;

  async function write({ client, chatId }: Writer, index: number) {
    const { send, close } = index % 2 === 0 ? createHttpSender(client) : createSocketSender(client);
    for (let number = 0; !clock.isOver; number += 1) {
      const clientId = asId<ClientId>(`w${index}-${number}`);
      const sentAt = performance.now();
      for (;;) {
        const askedAt = performance.now();
        const answer = await send({ chatId, content: clientId, type: 'text', clientId });
        slowestMs = Math.max(slowestMs, Math.round(performance.now() - askedAt));
        if (answer) {
          const { _id: messageId, seq } = answer;
          acknowledged.push({ chatId, clientId, messageId, seq, sentAt, writer: index });
          break;
        }
        repeats += 1;
        await pause(againAfterMs);
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
    close();
  }
  const writing = writers.map(write);
  return {
    /** Grows while the writers run. */
    acknowledged: acknowledged as readonly SentMessage[],
    /** How often a message had to be sent again. */
    repeats: () => repeats,
    /** The longest wait for any response. */
    slowestMs: () => slowestMs,
    /** Resolves when the last message is answered. */
    stop: async () => {
      clock.isOver = true;
      await Promise.all(writing);
    },
  };
}
