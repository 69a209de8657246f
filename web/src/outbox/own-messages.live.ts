import type { ChatSocket } from '../lib/socket.ts';
import type { Outbox } from './outbox.ts';

/** An event for the user's own message proves that it arrived, even if the answer was lost. */
export function followOwnMessages(socket: ChatSocket, outbox: Outbox): void {
  socket.on('newMessage', ({ sender, clientId }) => {
    if (sender?.isMine && clientId !== undefined) outbox.confirm(clientId);
  });
}
