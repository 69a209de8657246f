import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { presentMessage } from './messages.presenter.ts';
import { messages } from './messages.repository.ts';

interface MessageBroadcastParts {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
}

/** To the chat's members; `isMine` is true on the author's own devices alone, so there are two encodings. */
export function broadcastMessages({ bus, broadcaster, database }: MessageBroadcastParts) {
  bus.on('message.sent', async ({ messageId, chatId }) => {
    const message = await messages.find(database.sql, messageId);
    if (!message) return;
    const { sender } = presentMessage(message, null);
    if (sender === null) {
      broadcaster.toChat(chatId, 'newMessage', presentMessage(message, null));
      return;
    }
    broadcaster.toChatExcept({ chatId, userId: sender._id }, 'newMessage', presentMessage(message, null));
    broadcaster.toUsers([sender._id], 'newMessage', presentMessage(message, sender._id));
  });
}
