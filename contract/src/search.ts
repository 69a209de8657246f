import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { Message } from './messages.ts';
import { ChatId, ImageUrl, requiredText, Timestamp, UserId } from './primitives.ts';
import { inputTexts } from './texts.ts';

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const SearchResult = z.object({
  message: Message,
  chat: z.object({ _id: ChatId, name: z.string(), avatar: ImageUrl, isGroup: z.boolean() }),
  /** Start and length of each match in the content, in UTF-16 code units. */
  highlights: z.array(z.tuple([z.number(), z.number()])),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchType = z.enum(['text', 'image', 'file', 'voice', 'link']);
export type SearchType = z.infer<typeof SearchType>;

/** Finds messages in the caller's chats, newest first. All words must occur, each at the beginning of a word or inside. */
export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/messages/search',
  access: 'verified',
  input: z.object({
    q: requiredText(inputTexts.searchLength)
      .trim()
      .min(limits.searchMinLength, inputTexts.searchLength)
      .max(limits.searchMaxLength, inputTexts.searchLength),
    chatId: ChatId.optional(),
    from: UserId.optional(),
    type: SearchType.optional(),
    sentAfter: Timestamp.optional(),
    sentBefore: Timestamp.optional(),
    /** Of the previous page. */
    cursor: z.string().max(100).optional(),
    limit: count(1, 50).default(20),
  }),
  output: z.object({ data: z.array(SearchResult), cursor: z.string().nullable() }),
  errors: ['not_found'],
});

/** The images, files, voice messages or links of a chat, newest first. */
export const getMedia = endpoint({
  method: 'GET',
  path: '/api/messages/media/{chatId}',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    kind: z.enum(['image', 'file', 'voice', 'link']),
    before: count(0, Number.MAX_SAFE_INTEGER).optional(),
    limit: count(1, 50).default(30),
  }),
  output: z.object({ data: z.array(Message), haveMore: z.boolean() }),
  errors: ['not_found'],
});
