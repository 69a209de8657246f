import { type ChatId, deletedUser, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface Author {
  readonly userId: UserId;
  readonly name: string;
}

interface Change {
  readonly chatId: ChatId;
  readonly rev: number;
}

/** How system messages go on after the name of the person who caused them. */
const afterName =
  '^.*?( created the group$| changed the chat name to | changed the chat picture$| changed the group description$| allowed | added | removed | made | left$| joined by invitation$| pinned a message$| started a (?:voice|video) call$)';

/** Whether no other member of the message's chat has the same name. */
const hasNoNamesake = (sql: Sql, { userId, name }: Author) => sql`not exists (
  select from chat_members
  join users on users.id = user_id
  where chat_members.chat_id = messages.chat_id and user_id <> ${userId} and users.name = ${name}
)`;

/** Removes the name of an author whose account is being deleted. Each change counts, so that devices fetch it. */
export const deletedAuthorRepository = {
  /** Until the transaction ends; in the order in which others lock them. */
  async lockChats(sql: Sql, chatIds: readonly ChatId[]): Promise<void> {
    await sql`select from chats where id = any(${chatIds}::uuid[]) order by id for update`;
  },

  /** Those in which they are, or wrote something. */
  async listChatIds(sql: Sql, userId: UserId): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`
      select chat_id from chat_members where user_id = ${userId}
      union
      select chat_id from messages where author_id = ${userId}
      order by chat_id`;
    return rows.map((row) => row.chatId);
  },

  async renameInOwnSystemMessages(sql: Sql, { userId }: Author): Promise<Change[]> {
    return sql<Change[]>`
      update messages
      set content = regexp_replace(content, ${afterName}, ${`${deletedUser.name}\\1`}), rev = next_rev(chat_id)
      where author_id = ${userId} and type = 'system' and content ~ ${afterName}
      returning chat_id, rev::float8 as rev`;
  },

  /** Of others, who added or removed them, or changed their role. Not where another member has the same name. */
  async renameInSystemMessages(sql: Sql, { userId, name }: Author, chatIds: readonly ChatId[]): Promise<Change[]> {
    return sql<Change[]>`
      update messages
      set content = left(content, -char_length(start || ${name} || rest)) || start || ${deletedUser.name} || rest,
          rev = next_rev(chat_id)
      from (
        values
          (' added ', ''), (' removed ', ''),
          (' made ', ' an admin'), (' removed ', ' as an admin'), (' made ', ' the owner')
      ) as phrase (start, rest)
      where chat_id = any(${chatIds}::uuid[])
        and type = 'system'
        and right(content, char_length(start || ${name} || rest)) = start || ${name} || rest
        and ${hasNoNamesake(sql, { userId, name })}
      returning chat_id, rev::float8 as rev`;
  },

  /** What was forwarded to their chats. A forward names nobody but by name. */
  async renameInForwards(sql: Sql, { userId, name }: Author, chatIds: readonly ChatId[]): Promise<Change[]> {
    return sql<Change[]>`
      update messages
      set forwarded_from = ${deletedUser.name}, rev = next_rev(chat_id)
      where chat_id = any(${chatIds}::uuid[])
        and forwarded_from = ${name}
        and ${hasNoNamesake(sql, { userId, name })}
      returning chat_id, rev::float8 as rev`;
  },

  /** Chats of two that they left before. */
  async renameFormerMember(sql: Sql, { name }: Author, chatIds: readonly ChatId[]): Promise<void> {
    await sql`
      update chats set former_member_name = ${deletedUser.name}
      where id = any(${chatIds}::uuid[]) and former_member_name = ${name}`;
  },

  async removeReactions(sql: Sql, { userId }: Author): Promise<Change[]> {
    return sql<Change[]>`
      with gone as (
        delete from message_reactions where user_id = ${userId} returning message_id
      )
      update messages
      set has_reactions = exists (
            select from message_reactions where message_id = messages.id and user_id <> ${userId}
          ),
          rev = next_rev(chat_id)
      where id in (select message_id from gone)
      returning chat_id, rev::float8 as rev`;
  },

  /** What the chat list shows of the last message. */
  async refreshHeads(sql: Sql, { userId }: Author, chatIds: readonly ChatId[]): Promise<void> {
    await sql`
      update chats
      set head_content = left(content, 200), head_author_id = nullif(head_author_id, ${userId}::uuid)
      from messages
      where chats.id = any(${chatIds}::uuid[])
        and messages.chat_id = chats.id
        and seq = head_seq
        and (head_type = 'system' or head_author_id = ${userId})`;
  },
};
