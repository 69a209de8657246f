import type { Message } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';

/** A message that somebody else has said just now. */
export interface IncomingMessage extends Message {
  readonly sender: NonNullable<Message['sender']>;
}

/** Neither one's own messages nor notices are news to be announced. */
export function followIncoming(socket: ChatSocket, onIncoming: (message: IncomingMessage) => void): void {
  socket.on('newMessage', ({ sender, ...message }) => {
    if (sender && !sender.isMine) onIncoming({ ...message, sender });
  });
}
