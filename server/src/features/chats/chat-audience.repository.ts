import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface AudienceRow {
  readonly userId: UserId;
  readonly sharesPresence: boolean;
  readonly sendsReceipts: boolean;
}

export const chatAudienceRepository = {
  /** What members share with each other in this chat: nothing where one of two has blocked the other. */
  async list(sql: Sql, chatId: ChatId, limit: number): Promise<AudienceRow[]> {
    return sql<AudienceRow[]>`
      select
        user_id, shares_presence and not is_blocked as shares_presence, sends_receipts and not is_blocked as sends_receipts
      from chat_members
      join chats on chats.id = chat_id
      join users on users.id = user_id
      where chat_id = ${chatId}
      order by user_id
      limit ${limit}`;
  },
};
