import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatId, Id, ImageUrl, Timestamp, UserId } from './primitives.ts';

export const MessageType = z.enum(['text', 'system', 'image', 'emoji', 'fileTransfer', 'file']);

const Sender = z.object({ _id: UserId, name: z.string(), avatar: ImageUrl, isMine: z.boolean() });

/** One message. A system notice has no sender. */
export const Message = z.object({
  _id: Id,
  chatId: ChatId,
  /** Gap-free and increasing within its chat; the only order. */
  seq: z.number(),
  type: MessageType,
  content: z.string(),
  createdAt: Timestamp,
  sender: Sender.nullable(),
});
export type Message = z.infer<typeof Message>;

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Newest first. Without `skip`, `before` and `after` it is the newest page, and marks the chat read. */
export const getMessages = endpoint({
  method: 'GET',
  path: '/api/messages/get/{chatId}',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    limit: count(1, limits.messagePageMax).default(limits.messagePageSize),
    skip: count(0, 1_000_000_000).optional(),
    before: count(0, Number.MAX_SAFE_INTEGER).optional(),
    after: count(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  output: z.object({ data: z.array(Message), haveMore: z.boolean() }),
  errors: ['not_found'],
});

export interface MessageServerEvents {
  newMessage: (message: Message) => void;
}
