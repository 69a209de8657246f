import type { Message } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';

/** A new message from another user. */
export interface IncomingMessage extends Message {
  readonly sender: NonNullable<Message['sender']>;
}

/** Skips the user's own messages and system messages. */
export function followIncoming(socket: ChatSocket, onIncoming: (message: IncomingMessage) => void): void {
  socket.on('newMessage', ({ sender, ...message }) => {
    if (sender && !sender.isMine) onIncoming({ ...message, sender });
  });
}
