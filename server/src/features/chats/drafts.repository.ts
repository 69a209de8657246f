import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface DraftRow {
  readonly content: string;
  readonly at: Date;
}

interface Owner {
  readonly chatId: ChatId;
  readonly userId: UserId;
}

export const draftRepository = {
  /** Null when a later one is saved, and for outsiders. A time in the future counts as now. */
  async save(sql: Sql, { chatId, userId }: Owner, { content, atMs }: { content: string; atMs: number }) {
    const [saved] = await sql<DraftRow[]>`
      insert into chat_drafts (user_id, chat_id, content, at)
      select
        user_id, chat_id, ${content},
        least(to_timestamp(${atMs / 1000}::float8), date_trunc('milliseconds', clock_timestamp()))
      from chat_members
      where chat_id = ${chatId} and user_id = ${userId}
      on conflict (user_id, chat_id) do update
      set content = excluded.content, at = excluded.at
      where chat_drafts.at < excluded.at
      returning content, at`;
    return saved ?? null;
  },

  /** Null for outsiders, and for members who never had one. */
  async find(sql: Sql, { chatId, userId }: Owner): Promise<DraftRow | null> {
    const [draft] = await sql<DraftRow[]>`
      select content, at from chat_drafts where user_id = ${userId} and chat_id = ${chatId}`;
    return draft ?? null;
  },
};
