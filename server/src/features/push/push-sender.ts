import type { PushPayload } from '@chat-app/contract';
import { createHmac } from 'node:crypto';
import { createBoundedQueue } from '../../platform/bounded-queue.ts';
import type { Logger } from '../../platform/logger.ts';
import { AddressForbidden, type AddressGuard } from '../../platform/outbound/address-guard.ts';
import { requestPinned } from '../../platform/outbound/pinned-request.ts';
import { encryptPayload } from '../../platform/web-push/encrypt.ts';
import type { Vapid } from '../../platform/web-push/vapid.ts';
import type { Subscription } from './push.repository.ts';

/** How long a push service keeps a notification for an offline device, and how urgent it is. */
export interface PushOptions {
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
  /** A later notification with the same topic replaces one that is still pending. */
  readonly topic: string;
}

interface SenderDeps {
  readonly guard: AddressGuard;
  readonly vapid: Vapid;
  readonly logger: Logger;
  readonly deadlineMs?: number;
}

export type PushSender = ReturnType<typeof createPushSender>;

const concurrency = 16;
const queueLimit = 5000;
/** Only the status of a response matters. */
const responseMaxBytes = 16 * 1024;

/** Sends payloads to push services with bounded concurrency. Excess and failed ones are dropped: the chat has them. */
export function createPushSender({ guard, vapid, logger, deadlineMs = 5000 }: SenderDeps) {
  const enqueue = createBoundedQueue({ concurrency, queueLimit });

  async function post(subscription: Subscription, payload: PushPayload, options: PushOptions): Promise<number> {
    const url = new URL(subscription.endpoint);
    const body = encryptPayload(Buffer.from(JSON.stringify(payload)), subscription);
    const { response, close } = await requestPinned(url, {
      guard,
      method: 'POST',
      headers: {
        authorization: vapid.authorize(url.origin),
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
        'content-type': 'application/octet-stream',
        topic: deviceTopic(options.topic, subscription),
        ttl: options.ttlSeconds,
        urgency: options.urgency,
      },
      body,
      maxBytes: responseMaxBytes,
      signal: AbortSignal.timeout(deadlineMs),
    });
    close();
    return response.statusCode ?? 0;
  }

  /** 'gone': this subscription is no longer valid. */
  async function send(
    subscription: Subscription,
    payload: PushPayload,
    options: PushOptions,
  ): Promise<'done' | 'gone'> {
    try {
      const status = await enqueue(() => post(subscription, payload, options));
      if (status === 404 || status === 410) return 'gone';
      if (status >= 300) logger.warn({ status }, 'a push service refused a push');
      return 'done';
    } catch (error) {
      // The endpoint was public when it was registered and now resolves to a forbidden address.
      if (error instanceof AddressForbidden) return 'gone';
      logger.warn({ err: error }, 'a push was not delivered');
      return 'done';
    }
  }
  return { send, depth: enqueue.depth };
}

/** A different topic per device: a push service must not learn who shares a chat. It accepts 32 characters. */
function deviceTopic(topic: string, { auth }: Subscription): string {
  return createHmac('sha256', auth).update(topic).digest('base64url').slice(0, 32);
}
