import type { AdminReport, ChatId, MessageId, ReportId, ReportOutcome, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** A message as it was when it was reported. */
export interface ReportedMessage {
  readonly id: MessageId;
  readonly chatId: ChatId;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly content: string;
  readonly createdAt: Date;
  readonly seq: number;
}

/** A message before it. */
interface ContextMessage {
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
  readonly context: AdminReport['context'];
}

const contextMax = 5;

export const reportRepository = {
  /** Null when it does not exist, is a system message, or this person cannot see it. */
  async findMessage(sql: Sql, id: MessageId, userId: UserId): Promise<ReportedMessage | null> {
    const [message] = await sql<ReportedMessage[]>`
      select messages.id, messages.chat_id, author_id, type, content, created_at, seq::float8 as seq
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
      where messages.id = ${id} and deleted_at is null and type <> 'system'`;
    return message ?? null;
  },

  /** The newest messages before this one that the person can see, oldest first. */
  async listBefore(sql: Sql, { chatId, seq }: ReportedMessage, userId: UserId): Promise<ContextMessage[]> {
    const rows = await sql<ContextMessage[]>`
      select author_id, type, content, messages.created_at
      from messages
      join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId}
      where messages.chat_id = ${chatId}
        and seq < ${seq}
        and seq > joined_seq
        and deleted_at is null
        and type <> 'system'
      order by seq desc
      limit ${contextMax}`;
    return rows.toReversed();
  },

  async add(sql: Sql, { id, reporterId, userId, reason, message, context }: NewReport): Promise<void> {
    await sql`
      insert into reports (
        id, reporter_id, user_id, reason, message_id, chat_id, message_type, message_content, message_at, context
      )
      values (
        ${id}, ${reporterId}, ${userId}, ${reason}, ${message?.id ?? null}, ${message?.chatId ?? null},
        ${message?.type ?? null}, ${message?.content ?? null}, ${message?.createdAt ?? null},
        ${JSON.stringify(context)}::jsonb
      )`;
  },

  async close(
    sql: Sql,
    id: ReportId,
    { outcome, closedBy }: { outcome: ReportOutcome; closedBy: UserId | null },
  ): Promise<void> {
    await sql`
      update reports set closed_at = now(), closed_by = ${closedBy}, outcome = ${outcome} where id = ${id}`;
  },
};
