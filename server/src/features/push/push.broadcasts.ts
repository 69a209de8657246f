import { type ChatId, limits, type Message, type PushPayload } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PushOptions, PushSender } from './push-sender.ts';
import { presentCallEndPush, presentCallPush, presentMessagePush } from './push.presenter.ts';
import { pushRepository, type Subscription } from './push.repository.ts';

interface PushBroadcastDeps {
  background: Background;
  bus: DomainBus;
  database: Database;
  sender: PushSender;
  batchDelayMs?: number;
}

/** A person who has the chat open on another device has read the message by then and gets no notification. */
const defaultBatchDelayMs = 2000;
const batchLimit = 5000;
const messageTtlSeconds = 24 * 60 * 60;

/** Notifies devices on which a message is unread. Runs only on the node of the event, in the background. */
export function broadcastPush({
  background,
  bus,
  database,
  sender,
  batchDelayMs = defaultBatchDelayMs,
}: PushBroadcastDeps) {
  const { sql } = database;

  async function notify<Device extends Subscription>(
    devices: readonly Device[],
    present: (device: Device) => PushPayload | null,
    options: (device: Device) => PushOptions,
  ) {
    const outcomes = await Promise.all(
      devices.map(async (device) => {
        const payload = present(device);
        return payload && (await sender.send(device, payload, options(device)));
      }),
    );
    const gone = devices.filter((_, index) => outcomes[index] === 'gone').map(({ endpoint }) => endpoint);
    if (gone.length > 0) await pushRepository.removeByEndpoint(sql, gone);
  }

  async function notifyOfMessages(messages: readonly Message[]) {
    const messageById = new Map(messages.map((message) => [message._id, message]));
    await notify(
      await pushRepository.listForMessages(sql, [...messageById.keys()]),
      (device) => {
        const message = messageById.get(device.messageId);
        return message ? presentMessagePush(message, device) : null;
      },
      ({ messageId }) => ({
        ttlSeconds: messageTtlSeconds,
        urgency: 'normal',
        topic: messageById.get(messageId)?.chatId ?? '',
      }),
    );
  }

  const batcher = createBatcher(batchDelayMs, (messages) => background.run('push', () => notifyOfMessages(messages)));
  bus.on('messages.sent', ({ messages }) => batcher.add(messages));

  // Valid only while the call rings. The same topic lets its end replace a pending notification.
  const callOptions = (chatId: ChatId) => () =>
    ({ ttlSeconds: limits.callRingMs / 1000, urgency: 'high', topic: chatId }) as const;
  bus.on('call.started', ({ chatId, userId: callerId, kind = 'voice' }) =>
    background.run('push', async () =>
      notify(
        await pushRepository.listForCall(sql, { chatId, callerId }),
        (device) => presentCallPush({ chatId, callerId, kind }, device),
        callOptions(chatId),
      ),
    ),
  );
  bus.on('call.ended', ({ chatId, callerId, isMissed, kind = 'voice' }) =>
    background.run('push', async () =>
      notify(
        await pushRepository.listForCall(sql, { chatId, callerId }),
        (device) => presentCallEndPush({ chatId, kind, isMissed }, device),
        callOptions(chatId),
      ),
    ),
  );
  return { close: batcher.close };
}

/**
 * Collects messages for a moment, up to a maximum: the newest per author and chat, and those with mentions, which may
 * notify people whom a later message does not.
 */
function createBatcher(everyMs: number, onBatch: (messages: readonly Message[]) => void) {
  const newest = new Map<string, Message>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function flush() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const messages = [...newest.values()];
    newest.clear();
    if (messages.length > 0) onBatch(messages);
  }

  function add(messages: readonly Message[]) {
    if (isClosed) return;
    for (const message of messages) {
      const key = message.mentions ? message._id : `${message.chatId} ${message.sender?._id}`;
      if (newest.size < batchLimit || newest.has(key)) newest.set(key, message);
    }
    timer ??= setTimeout(flush, everyMs).unref();
  }

  /** Later messages are dropped: the database would be closed by the time they are sent. */
  function close() {
    flush();
    isClosed = true;
  }
  return { add, close };
}
