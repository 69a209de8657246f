import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface AudienceRow {
  readonly userId: UserId;
  readonly sharesPresence: boolean;
  readonly sendsReceipts: boolean;
  /** Those with a block between them and this member, in either direction. */
  readonly blockIds: readonly UserId[];
}

export const chatAudienceRepository = {
  async list(sql: Sql, chatId: ChatId, limit: number): Promise<AudienceRow[]> {
    return sql<AudienceRow[]>`
      select
        user_id, shares_presence, sends_receipts,
        array(
          select blocked_id from user_blocks where blocker_id = user_id
          union
          select blocker_id from user_blocks where blocked_id = user_id
        ) as block_ids
      from chat_members
      join users on users.id = user_id
      where chat_id = ${chatId}
      order by user_id
      limit ${limit}`;
  },
};
