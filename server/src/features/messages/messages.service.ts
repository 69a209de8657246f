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
import { forbidden, invalidInput, notFound } from '../../platform/errors.ts';
import { presentMessage } from './messages.presenter.ts';
import { messageRepository, type PagePlace } from './messages.repository.ts';
import type { Post, Posting } from './post.ts';

interface MessageParts {
  background: Background;
  database: Database;
  transact: Transact;
  post: Post;
  markPageRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  collectUploads: (fileNames: string[]) => Promise<unknown>;
}

interface Sending {
  readonly chatId: ChatId;
  readonly content: string;
  readonly type: 'text' | 'emoji' | 'image';
  readonly clientId?: ClientId | undefined;
}

interface Asked extends PagePlace {
  readonly chatId: ChatId;
  readonly limit: number;
  readonly goneFrom?: number | undefined;
}

export type Messages = ReturnType<typeof createMessages>;

export function createMessages({ background, database, transact, post, markPageRead, collectUploads }: MessageParts) {
  return {
    /** Sends a text, an emoji or an image. */
    async send(userId: UserId, sending: Sending): Promise<{ message: Message; isNew: boolean }> {
      const { chatId, content, clientId } = sending;
      const kind = await kindOf(database, userId, sending);
      try {
        return await post({ chatId, authorId: userId, content, clientId, ...kind });
      } catch (error) {
        // The image was just removed together with the last message that showed it.
        throw isMissingReference(error) ? invalidInput(answerTexts.imageNotYours) : error;
      }
    },

    /** Opening a chat fetches the newest page, so only this page marks the chat as read. */
    async getPage(userId: UserId, { chatId, limit, goneFrom, ...place }: Asked) {
      const reader = { chatId, userId };
      const rows = await messageRepository.listPage(database.sql, reader, { ...place, limit: limit + 1 });
      if (rows === null) throw notFound('Chat');
      const haveMore = rows.length > limit;
      // The extra row is the newest one when paging forward, otherwise the oldest.
      const page = place.after === undefined ? rows.slice(0, limit) : rows.slice(haveMore ? 1 : 0);

      const [newest] = page;
      const isNewestPage = place.skip === undefined && place.before === undefined && place.after === undefined;
      if (isNewestPage && newest) await markPageRead(userId, chatId, newest.seq);
      const data = page.map((row) => presentMessage(row, userId));
      if (place.after === undefined || goneFrom === undefined) return { data, haveMore };
      const gone = await messageRepository.listGone(database.sql, reader, { from: goneFrom, to: place.after });
      return { data, haveMore, gone };
    },

    /** Only the sender may delete a message. Deleting twice is no error. Its upload is removed too. */
    async delete(userId: UserId, messageId: MessageId): Promise<void> {
      const uploadFile = await transact(async (tx, emit) => {
        await messageRepository.lockChatOf(tx, messageId);
        const message = await messageRepository.findFor(tx, messageId, userId);
        if (!message) throw notFound('Message');
        if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.deleteNotYours);
        if (message.isDeleted) return null;
        await messageRepository.bury(tx, messageId);
        emit('message.deleted', { messageId, chatId: message.chatId });
        return message.uploadFile;
      });
      if (uploadFile !== null) background.run('remove upload', () => collectUploads([uploadFile]));
    },
  };
}

/** Derives the stored type from the content. An uploaded image must be the sender's own. */
async function kindOf(
  { sql }: Database,
  userId: UserId,
  { content, type }: Sending,
): Promise<Pick<Posting, 'type' | 'uploadFile'>> {
  const prefix = uploadPath('');
  if (type === 'image' && content.startsWith(prefix)) {
    const uploadFile = content.slice(prefix.length);
    if (!(await messageRepository.isOwnImage(sql, uploadFile, userId))) throw invalidInput(answerTexts.imageNotYours);
    return { type: 'image', uploadFile };
  }
  if (type === 'image' && !/^https?:\/\//i.test(content)) throw invalidInput(answerTexts.imageNotYours);
  return { type: typeOfText(content) };
}
