import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { presentMessage } from './messages.presenter.ts';
import { type MessageRow, messages } from './messages.repository.ts';

interface MessageBroadcastParts {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
}

/** To the chat's members; `isMine` is true on the author's own devices alone, so there are two encodings. */
export function broadcastMessages({ bus, broadcaster, database }: MessageBroadcastParts) {
  function tell(row: MessageRow) {
    const message = presentMessage(row, null);
    if (message.sender === null) {
      broadcaster.toChat(row.chatId, 'newMessage', message);
      return;
    }
    const authorId = message.sender._id;
    broadcaster.toChatExcept({ chatId: row.chatId, userId: authorId }, 'newMessage', message);
    broadcaster.toUsers([authorId], 'newMessage', presentMessage(row, authorId));
  }

  bus.on('message.deleted', ({ messageId, chatId }) => broadcaster.toChat(chatId, 'deleteMessage', messageId, chatId));

  bus.on('messages.sent', async ({ messageIds }) => {
    for (const row of await messages.list(database.sql, messageIds)) tell(row);
  });
}
