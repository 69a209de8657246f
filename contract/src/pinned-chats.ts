import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatId } from './primitives.ts';

const Nothing = z.object({});

/**
 * Applies to the caller only, on all their devices, as all three do. A new pin goes on top, and takes the chat out of
 * the archive. Repeating it changes nothing.
 */
export const pinChat = endpoint({
  method: 'PUT',
  path: '/api/chats/pin',
  access: 'verified',
  input: z.object({ chatId: ChatId, isPinned: z.boolean() }),
  output: Nothing,
  errors: ['not_found', 'limit_reached'],
});

/**
 * Sets the order of the caller's pinned chats. Ids of other chats are ignored; pinned chats that the request does not
 * name stay above those that it does. The answer is the order that is saved then.
 */
export const orderPinnedChats = endpoint({
  method: 'PUT',
  path: '/api/chats/pins/order',
  access: 'verified',
  input: z.object({ chatIds: z.array(ChatId).max(limits.pinnedChatsMax) }),
  output: z.object({ chatIds: z.array(ChatId) }),
});

/** Until a new message arrives; a muted chat stays in the archive. Archiving unpins the chat. */
export const archiveChat = endpoint({
  method: 'PUT',
  path: '/api/chats/archive',
  access: 'verified',
  input: z.object({ chatId: ChatId, isArchived: z.boolean() }),
  output: Nothing,
  errors: ['not_found'],
});
