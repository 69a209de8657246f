import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cleanFileName } from './file-name.ts';
import { limits } from './limits.ts';
import { Mention } from './mentions.ts';
import { ChatId, ImageUrl, MessageId, requiredText, Timestamp, UserId } from './primitives.ts';
import { inputTexts } from './texts.ts';

export const MessageType = z.enum(['text', 'system', 'image', 'emoji', 'fileTransfer', 'file', 'voice']);

export const TransferStatus = z.enum(['completed', 'cancelled'], 'The status is completed or cancelled');

const Sender = z.object({ _id: UserId, name: z.string(), avatar: ImageUrl, isMine: z.boolean() });

/** What a reply shows of the message that it replies to: the beginning of its content, nothing once it is deleted. */
const Quote = z.object({
  _id: MessageId,
  seq: z.number(),
  sender: z.object({ _id: UserId, name: z.string() }).nullable(),
  type: MessageType,
  content: z.string(),
  isDeleted: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

/** Those who reacted with one emoji. */
export const Reaction = z.object({
  emoji: z.string(),
  count: z.number(),
  isMine: z.boolean(),
  /** The first of them, in the order in which they reacted. */
  userIds: z.array(UserId),
});
export type Reaction = z.infer<typeof Reaction>;

/** One message. A system message has no sender. */
export const Message = z.object({
  _id: MessageId,
  chatId: ChatId,
  /** Gap-free and increasing within its chat; the only order. */
  seq: z.number(),
  /** The chat's rev at the latest change of this message. Older servers omit it. */
  rev: z.number().optional(),
  type: MessageType,
  content: z.string(),
  createdAt: Timestamp,
  sender: Sender.nullable(),
  /** Bytes of a `file`, `voice` or `fileTransfer`. */
  size: z.number().optional(),
  /** Address of a `file` or `voice`. */
  url: z.string().optional(),
  /** Length of a `voice`. */
  durationMs: z.number().optional(),
  /** Loudness of a `voice` over its length, each from 0 to 31. */
  waveform: z.array(z.number()).optional(),
  /** How a `fileTransfer` ended. */
  status: TransferStatus.optional(),
  /** Pixels of an image that was uploaded here, so that the layout can reserve its space. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** The sender's idempotency key, so that a response and an event about the same message can be matched. */
  clientId: z.string().brand<'ClientId', 'inout'>().optional(),
  /** Null for a message that is no reply. Older servers omit it. */
  replyTo: Quote.nullable().optional(),
  /** In the order in which each emoji was first used; absent when there are none. */
  reactions: z.array(Reaction).optional(),
  /** When the content was last edited; absent when it never was. */
  editedAt: Timestamp.optional(),
  /** Who wrote the original of a forwarded message; absent for others. */
  forwardedFrom: z.object({ name: z.string() }).optional(),
  /** Those whom `<@id>` in the content mentions; absent when there are none. Other ids are plain text. */
  mentions: z.array(Mention).optional(),
  /** When it was pinned; absent when it is not. */
  pinnedAt: Timestamp.optional(),
});
export type Message = z.infer<typeof Message>;

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/**
 * Newest first. Without `skip`, `before`, `after`, `since` and `around`, returns the newest page and marks the chat as
 * read. `since` is a time; the page starts with the first message from then on. `around` is the message in its middle.
 */
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
    since: Timestamp.optional(),
    around: MessageId.optional(),
  }),
  output: z.object({
    data: z.array(Message),
    haveMore: z.boolean(),
    /** How far the caller had read the chat before this request. Older servers omit it. */
    readSeq: z.number().optional(),
  }),
  errors: ['not_found'],
});

/** The present state of a message that changed, or that it was deleted. */
const MessageChange = z.union([
  z.object({ message: Message }),
  z.object({ deleted: z.object({ _id: MessageId, seq: z.number(), rev: z.number() }) }),
]);
export type MessageChange = z.infer<typeof MessageChange>;

/**
 * What changed after a rev: new, edited and deleted messages, each once, by ascending rev. A device that was away asks
 * for it and then shows what a device that stayed shows. `rev` is the chat's present one.
 */
export const getChanges = endpoint({
  method: 'GET',
  path: '/api/messages/changes/{chatId}',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    after: count(0, Number.MAX_SAFE_INTEGER),
    limit: count(1, limits.changesPageMax).default(limits.changesPageSize),
  }),
  output: z.object({
    data: z.array(MessageChange),
    rev: z.number(),
    haveMore: z.boolean(),
    /**
     * The caller sees no messages up to this seq: they are from before joining, or were cleared. Nodes of the previous
     * release do not send it.
     */
    hiddenUpTo: z.number().optional(),
  }),
  errors: ['not_found'],
});

const Content = requiredText(inputTexts.messageEmpty)
  .trim()
  .min(1, inputTexts.messageEmpty)
  .max(limits.messageMaxLength, inputTexts.messageTooLong);

/** The sender's idempotency key of a message. */
export const ClientId = z
  .string(inputTexts.clientIdInvalid)
  .min(1, inputTexts.clientIdInvalid)
  .max(64, inputTexts.clientIdInvalid)
  .regex(/^[\w-]+$/, inputTexts.clientIdInvalid)
  .brand<'ClientId', 'inout'>();
export type ClientId = z.infer<typeof ClientId>;

const NewMessage = z.object({
  chatId: ChatId,
  content: Content,
  type: z.enum(['text', 'emoji', 'image'], inputTexts.messageTypeInvalid),
  clientId: ClientId.optional(),
  /** A message of the same chat that the sender can see. */
  replyTo: MessageId.optional(),
});

/** Repeating a `clientId` returns the first message again, with status 200: a retry never creates a duplicate. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages/send',
  access: 'verified',
  input: NewMessage,
  output: z.object({ message: Message }),
  successStatus: 201,
  errors: ['not_found', 'forbidden', 'message_deleted'],
});

/** 16 to 128 loudnesses from 0 to 31. */
const Waveform = z
  .string(inputTexts.waveformInvalid)
  .regex(/^(?:[12]?\d|3[01])(?:,(?:[12]?\d|3[01])){15,127}$/, inputTexts.waveformInvalid);

/**
 * Sends a file as a stream. Its parts may come in any order; a chat id before the file is checked before it is read.
 * With `kind`, `durationMs` and `waveform` it becomes a voice message.
 */
export const sendFile = endpoint({
  method: 'POST',
  path: '/api/messages/sendFile',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    clientId: ClientId.optional(),
    replyTo: MessageId.optional(),
    kind: z.enum(['voice'], inputTexts.fileKindInvalid).optional(),
    durationMs: count(1, limits.voiceMaxMs).optional(),
    waveform: Waveform.optional(),
  }),
  output: z.object({ message: Message }),
  successStatus: 201,
  filePart: 'file',
  errors: ['not_found', 'forbidden', 'message_deleted', 'too_large', 'unsupported_type', 'storage_full'],
});

/** The outcome of a peer-to-peer transfer, reported by its sender. */
export const recordTransfer = endpoint({
  method: 'POST',
  path: '/api/messages/fileTransferHistory',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    senderId: UserId,
    fileName: requiredText(inputTexts.fileNameInvalid)
      .trim()
      .min(1, inputTexts.fileNameInvalid)
      .max(limits.fileNameMaxLength, inputTexts.fileNameInvalid)
      .transform(cleanFileName),
    fileSize: z
      .number(inputTexts.fileSizeInvalid)
      .int(inputTexts.fileSizeInvalid)
      .min(0, inputTexts.fileSizeInvalid)
      .max(Number.MAX_SAFE_INTEGER, inputTexts.fileSizeInvalid),
    status: TransferStatus,
    clientId: ClientId.optional(),
  }),
  output: z.object({ message: Message }),
  successStatus: 201,
  errors: ['not_found', 'forbidden'],
});

/** The sender changes a text or emoji; the type is derived from the new content. The same content changes nothing. */
export const editMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/edit',
  access: 'verified',
  input: z.object({ messageId: MessageId, content: Content }),
  output: z.object({ message: Message }),
  errors: ['not_found', 'forbidden'],
});

/** What a message said before its edits, oldest first, and last what it says now. */
export const getVersions = endpoint({
  method: 'GET',
  path: '/api/messages/versions/{messageId}',
  access: 'verified',
  input: z.object({ messageId: MessageId }),
  output: z.object({ data: z.array(z.object({ content: z.string(), at: Timestamp })) }),
  errors: ['not_found'],
});

let oneEmoji: RegExp | undefined;

/**
 * `RGI_Emoji` are those that systems show as one picture, with skin tones and joined ones. The expression takes as long to
 * make as ten screens to render, so it is made for the first reaction.
 */
const isOneEmoji = (text: string) => (oneEmoji ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')).test(text);

/** Adds or removes a reaction of the caller. Repeating it changes nothing. */
export const reactToMessage = endpoint({
  method: 'PUT',
  path: '/api/messages/react',
  access: 'verified',
  input: z.object({
    messageId: MessageId,
    emoji: z
      .string(inputTexts.emojiInvalid)
      .max(40, inputTexts.emojiInvalid)
      .refine(isOneEmoji, inputTexts.emojiInvalid),
    isOn: z.boolean(),
  }),
  output: z.object({ reactions: z.array(Reaction) }),
  errors: ['not_found', 'forbidden', 'limit_reached'],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/messages/delete/{messageId}',
  access: 'verified',
  input: z.object({ messageId: MessageId }),
  output: z.object({}),
  errors: ['not_found', 'forbidden'],
});

export const messageClientEvents = {
  sendMessage: z.tuple([NewMessage]),
};

/** What acknowledgements add next to `ok: true`. */
export interface MessageEventAnswers {
  /** The sender's copy on this device; the sender's other devices receive `newMessage`. */
  sendMessage: { message: Message };
}

export interface MessageServerEvents {
  newMessage: (message: Message) => void;
  /** A message was edited, or something else about it changed: its present state. */
  editMessage: (message: Message) => void;
  /** Somebody reacted to a message, or took a reaction back. */
  messageReactions: (chatId: ChatId, messageId: MessageId, reactions: Reaction[], rev: number) => void;
  deleteMessage: (messageId: MessageId, chatId: ChatId, rev: number) => void;
}
