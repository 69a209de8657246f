import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Message } from './messages.ts';
import { ChatId, MessageId } from './primitives.ts';

/** Pins or unpins a message for all members. Repeating it changes nothing. */
export const pinMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/pin',
  access: 'verified',
  input: z.object({ messageId: MessageId, isPinned: z.boolean() }),
  output: z.object({ message: Message }),
  errors: ['not_found', 'forbidden', 'limit_reached'],
});

/** The pinned messages that the caller can see, the newest pin first. */
export const getPinnedMessages = endpoint({
  method: 'GET',
  path: '/api/messages/pinned/{chatId}',
  access: 'verified',
  input: z.object({ chatId: ChatId }),
  output: z.object({ data: z.array(Message) }),
  errors: ['not_found'],
});
