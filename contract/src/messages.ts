import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatId, Id, ImageUrl, requiredText, Timestamp, UserId } from './primitives.ts';
import { answerTexts } from './texts.ts';

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
  /** The sender's own mark of this message, so that an answer and an event about it are known to be one. */
  clientId: z.string().optional(),
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

const Content = requiredText(answerTexts.messageEmpty)
  .trim()
  .min(1, answerTexts.messageEmpty)
  .max(limits.messageMaxLength, answerTexts.messageTooLong);

/** The same `clientId` again gives the first message again, with status 200: a retry never doubles. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages/send',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    content: Content,
    type: z.enum(['text', 'emoji', 'image'], answerTexts.messageTypeInvalid),
    clientId: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\w-]+$/, answerTexts.clientIdInvalid)
      .optional(),
  }),
  output: z.object({ message: Message }),
  successStatus: 201,
  errors: ['not_found'],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/delete/{messageId}',
  access: 'verified',
  input: z.object({ messageId: Id }),
  output: z.object({}),
  errors: ['not_found', 'forbidden'],
});

export interface MessageServerEvents {
  newMessage: (message: Message) => void;
  deleteMessage: (messageId: string, chatId: ChatId) => void;
}
