import {
  answerTexts,
  type ChatId,
  type ClientId,
  type Message,
  type MessageId,
  typeOfText,
  uploadPath,
  type UserId,
} from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { isMissingReference } from '../../platform/db/database-errors.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { DeviceId } from '../../platform/ids.ts';
import { assertCanDelete } from './messages.policy.ts';
import { presentMessages } from './present-messages.ts';
import { messageTimeRepository } from './message-times.repository.ts';
import { messageRepository, type PagePosition } from './messages.repository.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { type SendMessage, sendWithinMs } from './send-message.ts';

interface MessageDeps {
  background: Background;
  database: Database;
  transact: Transact;
  sendMessage: SendMessage;
  markPageRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  removeUnusedUploads: (fileNames: string[]) => Promise<unknown>;
}

export interface MessageInput {
  readonly chatId: ChatId;
  readonly content: string;
  readonly type: 'text' | 'emoji' | 'image';
  readonly clientId?: ClientId | undefined;
  readonly replyTo?: MessageId | undefined;
}

interface PageRequest extends PagePosition {
  readonly chatId: ChatId;
  readonly limit: number;
  /** The page starts with the first message from this time on. */
  readonly since?: string | undefined;
  /** The message in the middle of the page. */
  readonly around?: MessageId | undefined;
}

export type Messages = ReturnType<typeof createMessages>;

export function createMessages({
  background,
  database,
  transact,
  sendMessage,
  markPageRead,
  removeUnusedUploads,
}: MessageDeps) {
  async function sendImage(outgoing: OutgoingMessage) {
    const acceptedAt = Date.now();
    const image = await withDeadline(sendWithinMs, () => storedImageOf(database, outgoing));
    try {
      return await sendMessage({ ...outgoing, ...image, acceptedAt });
    } catch (error) {
      // The image was just removed together with the last message that showed it.
      throw isMissingReference(error) ? invalidInput(answerTexts.imageNotYours) : error;
    }
  }

  return {
    /** Whether further messages would be refused anyway. */
    isOverloaded: sendMessage.isOverloaded,

    /** Sends a text, an emoji or an image; a device may receive its own message by acknowledgement. */
    send(authorId: UserId, message: MessageInput, sentFrom?: DeviceId): Promise<{ message: Message; isNew: boolean }> {
      const { chatId, content, clientId, replyTo } = message;
      if (message.type === 'image') return sendImage({ ...message, authorId, sentFrom });
      return sendMessage({ chatId, content, clientId, replyTo, authorId, sentFrom, type: typeOfText(content) });
    },

    /** Opening a chat fetches the newest page, so only this page marks the chat as read. */
    async getPage(userId: UserId, request: PageRequest) {
      const { chatId, limit } = request;
      const position = await positionOf(database, userId, request);
      const found = await messageRepository.findPage(
        database.sql,
        { chatId, userId },
        { ...position, limit: limit + 1 },
      );
      if (found === null) throw notFound('Chat');
      const { rows, readSeq } = found;
      const haveMore = rows.length > limit;
      // The extra row is the newest one when paging forward, otherwise the oldest.
      const page = position.after === undefined ? rows.slice(0, limit) : rows.slice(haveMore ? 1 : 0);

      const [newest] = page;
      const isNewestPage = position.skip === undefined && position.before === undefined && position.after === undefined;
      if (isNewestPage && newest && newest.seq > readSeq) await markPageRead(userId, chatId, newest.seq);
      return { data: await presentMessages(database.sql, page, userId), haveMore, readSeq };
    },

    /** Only the sender may delete a message. Deleting twice is no error. Its upload is removed too. */
    async delete(userId: UserId, messageId: MessageId): Promise<void> {
      const uploadFile = await transact(async (tx, emit) => {
        await messageRepository.lockChatOf(tx, messageId);
        const message = await messageRepository.findFor(tx, messageId, userId);
        if (!message) throw notFound('Message');
        assertCanDelete(userId, message);
        if (message.isDeleted) return null;
        const { rev } = await messageRepository.softDelete(tx, messageId);
        emit('message.deleted', { messageId, chatId: message.chatId, seq: message.seq, rev });
        return message.uploadFile;
      });
      if (uploadFile !== null) background.run('remove upload', () => removeUnusedUploads([uploadFile]));
    },
  };
}

async function positionOf({ sql }: Database, userId: UserId, request: PageRequest): Promise<PagePosition> {
  const { chatId, limit, since, around, ...position } = request;
  if (around !== undefined) {
    const message = await messageRepository.findFor(sql, around, userId);
    if (message?.chatId !== chatId || message.isDeleted) throw notFound('Message');
    return { before: message.seq + Math.floor(limit / 2) + 1 };
  }
  if (since === undefined) return position;
  const after = await messageTimeRepository.findSeqBefore(sql, { chatId, userId }, Date.parse(since));
  if (after === null) throw notFound('Chat');
  return { after };
}

/** An uploaded image must be the sender's own; a link to one elsewhere is stored like a text. */
async function storedImageOf(
  { sql }: Database,
  { authorId, content }: OutgoingMessage,
): Promise<Pick<OutgoingMessage, 'type' | 'uploadFile'>> {
  const prefix = uploadPath('');
  if (!content.startsWith(prefix)) {
    if (!/^https?:\/\//i.test(content)) throw invalidInput(answerTexts.imageNotYours);
    return { type: typeOfText(content) };
  }
  const uploadFile = content.slice(prefix.length);
  if (!(await messageRepository.isOwnImage(sql, uploadFile, authorId))) throw invalidInput(answerTexts.imageNotYours);
  return { type: 'image', uploadFile };
}
