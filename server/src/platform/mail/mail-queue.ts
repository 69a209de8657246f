import type { Logger } from '../logger.ts';
import { domainOf } from './compose.ts';
import { MailRefusedError, type Mail, type Mailer } from './mailer.ts';
import { createRetryQueue } from './retry-queue.ts';

/** Sends mails outside the request: bounded, retried, and without logging the recipient. */
export interface MailQueue {
  /** Queues the mail and returns at once. Never throws: a lost mail must not fail the request that caused it. */
  enqueue: (mail: Mail) => void;
  /** Waits at most `timeoutMs` for mails being sent; mails waiting for a retry get their last attempt now. */
  drain: (timeoutMs?: number) => Promise<void>;
  /** How many mails have not been delivered yet. */
  depth: () => number;
}

interface MailQueueOptions {
  mailer: Mailer;
  logger: Pick<Logger, 'warn' | 'error'>;
  retryDelaysMs?: readonly number[];
  concurrency?: number;
  capacity?: number;
}

interface QueuedMail {
  mail: Mail;
  failures: number;
}

export function createMailQueue({
  mailer,
  logger,
  retryDelaysMs = [1_000, 5_000, 25_000],
  concurrency = 4,
  capacity = 1_000,
}: MailQueueOptions): MailQueue {
  let isDraining = false;

  async function work(queued: QueuedMail): Promise<number | null> {
    try {
      await mailer.deliver(queued.mail);
      return null;
    } catch (error) {
      queued.failures += 1;
      const isFinal = isDraining || error instanceof MailRefusedError;
      const delayMs = isFinal ? null : (retryDelaysMs[queued.failures - 1] ?? null);
      // The error's message is omitted: servers repeat the address in it.
      const fields = { domain: domainOf(queued.mail.to), attempt: queued.failures, ...codesOf(error) };
      if (delayMs === null) logger.error(fields, 'Mail delivery failed; giving up');
      else logger.warn(fields, 'Mail delivery failed; retrying later');
      return delayMs;
    }
  }

  const queue = createRetryQueue({ concurrency, work });

  return {
    enqueue: (mail) => {
      if (queue.depth() < capacity) queue.add({ mail, failures: 0 });
      else logger.error({ domain: domainOf(mail.to) }, 'The mail queue is full; a mail was dropped');
    },
    drain: async (timeoutMs = 3_000) => {
      isDraining = true;
      queue.retryNow();
      await queue.whenEmpty(timeoutMs);
      isDraining = false;
    },
    depth: queue.depth,
  };
}

/** The cause holds the response of a refusing server; its codes are harmless and useful. */
function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  const source = error instanceof MailRefusedError && error.cause !== undefined ? error.cause : error;
  const { code, responseCode } = (source ?? {}) as { code?: unknown; responseCode?: unknown };
  return { code, responseCode };
}
