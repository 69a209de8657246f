import { answerTexts, type Message, typeOfText, uploadPath } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { forbidden, invalidInput, notFound, unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { presentMessage } from './messages.presenter.ts';
import { messages, type PagePlace } from './messages.repository.ts';
import { createSendQueue } from './send-queue.ts';
import { type NewMessage, writeMessages } from './sends.repository.ts';

interface MessageParts {
  database: Database;
  transact: Transact;
  markRead: (userId: string, chatId: string, seq: number) => Promise<void>;
}

interface Sending {
  readonly chatId: string;
  readonly content: string;
  readonly type: 'text' | 'emoji' | 'image';
  readonly clientId?: string | undefined;
}

export type Messages = ReturnType<typeof createMessages>;

export function createMessages({ database, transact, markRead }: MessageParts) {
  const write = (batch: NewMessage[]) =>
    transact(async (tx, emit) => {
      const written = await writeMessages(tx, batch);
      const messageIds = [...written.values()].flatMap(({ messageId, isNew }) =>
        isNew && messageId ? [messageId] : [],
      );
      if (messageIds.length > 0) emit('messages.sent', { messageIds });
      return written;
    });
  const enqueue = createSendQueue({ write, refuse: unavailable });

  return {
    /** Durable before it is answered. A repeat under the same mark gives the first message again, whatever it says now. */
    async send(userId: string, sending: Sending): Promise<{ message: Message; isNew: boolean }> {
      const kind = await kindOf(database, userId, sending);
      const { chatId, content, clientId = null } = sending;
      const { messageId, isNew } = await enqueue({ id: newId(), chatId, authorId: userId, content, clientId, ...kind });
      const [row] = messageId === null ? [] : await messages.list(database.sql, [messageId]);
      if (!row) throw notFound(messageId === null ? 'Chat' : 'Message');
      return { message: presentMessage(row, userId), isNew };
    },

    /** The newest page is what opening a chat fetches, so it marks the chat read; no other page does. */
    async getPage(userId: string, { chatId, limit, ...place }: PagePlace & { chatId: string; limit: number }) {
      const rows = await messages.listPage(database.sql, { chatId, userId }, { ...place, limit: limit + 1 });
      if (rows === null) throw notFound('Chat');
      const haveMore = rows.length > limit;
      // Upwards the one too many is the newest of them, otherwise the oldest.
      const page = place.after === undefined ? rows.slice(0, limit) : rows.slice(haveMore ? 1 : 0);

      const [newest] = page;
      const isNewestPage = place.skip === undefined && place.before === undefined && place.after === undefined;
      if (isNewestPage && newest) await markRead(userId, chatId, newest.seq);
      return { data: page.map((row) => presentMessage(row, userId)), haveMore };
    },

    /** Its sender's alone to delete; a second time is no mistake. */
    delete: (userId: string, messageId: string) =>
      transact(async (tx, emit) => {
        const message = await messages.findFor(tx, messageId, userId);
        if (!message) throw notFound('Message');
        if (message.type === 'system' || message.authorId !== userId) throw forbidden(answerTexts.deleteNotYours);
        if (message.isDeleted) return;
        await messages.bury(tx, messageId);
        emit('message.deleted', { messageId, chatId: message.chatId });
      }),
  };
}

/** What it is stored as follows from what it says; a picture of ours must be the sender's own upload. */
async function kindOf(
  { sql }: Database,
  userId: string,
  { content, type }: Sending,
): Promise<Pick<NewMessage, 'type' | 'uploadFile'>> {
  const prefix = uploadPath('');
  if (type === 'image' && content.startsWith(prefix)) {
    const uploadFile = content.slice(prefix.length);
    if (!(await messages.isOwnImage(sql, uploadFile, userId))) throw invalidInput(answerTexts.imageNotYours);
    return { type: 'image', uploadFile };
  }
  if (type === 'image' && !/^https?:\/\//i.test(content)) throw invalidInput(answerTexts.imageNotYours);
  return { type: typeOfText(content), uploadFile: null };
}
