import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ClientId, Message } from './messages.ts';
import { ChatId, MessageId } from './primitives.ts';

/**
 * Sends copies of messages to chats, in the given order, all or none. Repeating a `clientId` returns what was sent, with
 * status 200. Files are shared, not copied.
 */
export const forwardMessages = endpoint({
  method: 'POST',
  path: '/api/messages/forward',
  access: 'verified',
  input: z.object({
    messageIds: z.array(MessageId).min(1).max(limits.forwardMessagesMax),
    chatIds: z.array(ChatId).min(1).max(limits.forwardChatsMax),
    clientId: ClientId,
  }),
  output: z.object({ messages: z.array(Message) }),
  successStatus: 201,
  errors: ['not_found', 'forbidden'],
});
