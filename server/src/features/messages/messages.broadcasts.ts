import type { Message } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { presentMessage } from './messages.presenter.ts';
import { messageRepository } from './messages.repository.ts';

interface MessageBroadcastDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
  metrics: Pick<Metrics, 'messagesBroadcast'>;
}

/** Emits messages to the chat's members. `isMine` is true only for the author's devices, so there are two versions. */
export function broadcastMessages({ bus, broadcaster, database, metrics }: MessageBroadcastDeps) {
  function emitMessage(message: Message) {
    const { chatId, sender } = message;
    if (sender === null) {
      broadcaster.toChat(chatId, 'newMessage', message);
      return;
    }
    broadcaster.toChatExcept({ chatId, userId: sender._id }, 'newMessage', message);
    broadcaster.toUsers([sender._id], 'newMessage', { ...message, sender: { ...sender, isMine: true } });
  }

  bus.on('message.deleted', ({ messageId, chatId }) => broadcaster.toChat(chatId, 'deleteMessage', messageId, chatId));

  bus.on('messages.sent', ({ messages: sent, committedAt }) => {
    sent.forEach(emitMessage);
    metrics.messagesBroadcast((performance.now() - committedAt) / 1000);
  });

  bus.on('systemMessages.written', async ({ messageIds }) => {
    for (const row of await messageRepository.list(database.sql, messageIds)) emitMessage(presentMessage(row, null));
  });
}
