import type { ChatSocket } from '../lib/socket.ts';
import { settleOutgoing } from './outbox.ts';

/** An own message that is told has arrived, even if its answer was lost on the way. */
export function followOwnMessages(socket: ChatSocket): void {
  socket.on('newMessage', ({ sender, clientId }) => {
    if (sender?.isMine && clientId !== undefined) settleOutgoing(clientId);
  });
}
