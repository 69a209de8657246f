import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { presentMessage } from './messages.presenter.ts';
import { messages, type PagePlace } from './messages.repository.ts';

interface MessageParts {
  database: Database;
  markRead: (userId: string, chatId: string, seq: number) => Promise<void>;
}

export type Messages = ReturnType<typeof createMessages>;

export function createMessages({ database, markRead }: MessageParts) {
  return {
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
  };
}
