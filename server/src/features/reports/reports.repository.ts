import type { ChatId, MessageId, ReportId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** A message as it was when it was reported. */
export interface ReportedMessage {
  readonly id: MessageId;
  readonly chatId: ChatId;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly createdAt: Date;
}

interface NewReport {
  readonly id: ReportId;
  readonly reporterId: UserId;
  /** Null when the account of the message's author was deleted. */
  readonly userId: UserId | null;
  readonly reason: string;
  readonly message: ReportedMessage | null;
}

export const reportRepository = {
  /** Null when it does not exist, is a system message, or this person cannot see it. */
  async findMessage(sql: Sql, id: MessageId, userId: UserId): Promise<ReportedMessage | null> {
    const [message] = await sql<ReportedMessage[]>`
      select messages.id, messages.chat_id, author_id, type, content, created_at
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      where messages.id = ${id} and deleted_at is null and type <> 'system'`;
    return message ?? null;
  },

  async add(sql: Sql, { id, reporterId, userId, reason, message }: NewReport): Promise<void> {
    await sql`
      insert into reports (
        id, reporter_id, user_id, reason, message_id, chat_id, message_type, message_content, message_at
      )
      values (
        ${id}, ${reporterId}, ${userId}, ${reason}, ${message?.id ?? null}, ${message?.chatId ?? null},
        ${message?.type ?? null}, ${message?.content ?? null}, ${message?.createdAt ?? null}
      )`;
  },
};
