import type { Sql } from '../../platform/db/database.ts';
import { containsPattern } from '../../platform/db/like-pattern.ts';

export interface ChatListRow {
  readonly id: string;
  readonly name: string | null;
  readonly avatarFile: string | null;
  readonly formerMemberName: string | null;
  readonly memberIds: string[];
  readonly memberCount: number;
  /** The others, as far as the name and the picture of the chat need them. */
  readonly others: { id: string; name: string; avatarFile: string | null }[];
  readonly isUnread: boolean;
  readonly lastSeq: number;
  readonly lastType: string | null;
  readonly lastContent: string | null;
  readonly lastAuthorId: string | null;
  readonly lastTime: Date;
}

/**
 * The sidebar in one query. Per chat it costs index probes only: the newest message this member may see, whether anything
 * of others lies above the read mark, and the members.
 */
export async function listChats(
  sql: Sql,
  userId: string,
  { search = '', chatId }: { search?: string | undefined; chatId?: string } = {},
): Promise<ChatListRow[]> {
  return sql<ChatListRow[]>`
    select
      chats.id,
      chats.name,
      chats.avatar_file,
      chats.former_member_name,
      people.member_ids,
      people.member_count,
      people.others,
      chats.last_seq::float8 as last_seq,
      newest.type as last_type,
      newest.content as last_content,
      newest.author_id as last_author_id,
      coalesce(newest.created_at, greatest(chats.created_at, mine.joined_at)) as last_time,
      exists (
        select from messages
        where chat_id = chats.id
          and seq > greatest(mine.read_seq, mine.joined_seq)
          and author_id is distinct from ${userId}
          and deleted_at is null
      ) as is_unread
    from chat_members mine
    join chats on chats.id = mine.chat_id
    cross join lateral (${membersOf(sql, userId)}) as people
    left join lateral (
      select type, content, author_id, created_at
      from messages
      where chat_id = mine.chat_id and seq > mine.joined_seq and deleted_at is null
      order by seq desc
      limit 1
    ) as newest on true
    where mine.user_id = ${userId}
      and (mine.hidden_seq is null or chats.last_seq > mine.hidden_seq)
      ${chatId === undefined ? sql`` : sql`and mine.chat_id = ${chatId}`}
      ${search === '' ? sql`` : matches(sql, userId, search)}
    order by last_time desc, chats.id desc
    limit 5000`;
}

/** Everybody's id, and of the first three others what a name and a picture are made of. */
const membersOf = (sql: Sql, userId: string) => sql`
  select
    array_agg(user_id order by joined_at, user_id) as member_ids,
    count(*)::int as member_count,
    coalesce(
      (
        select json_agg(
          json_build_object('id', users.id, 'name', users.name, 'avatarFile', users.avatar_file)
          order by few.joined_at, few.user_id
        )
        from (
          select user_id, joined_at
          from chat_members
          where chat_id = mine.chat_id and user_id <> ${userId}
          order by joined_at, user_id
          limit 3
        ) as few
        join users on users.id = few.user_id
      ),
      '[]'
    ) as others
  from chat_members
  where chat_id = mine.chat_id`;

/** The chat's own name, or the name of somebody else in it. */
const matches = (sql: Sql, userId: string, search: string) => sql`
  and (
    chats.name ilike ${containsPattern(search)}
    or (people.member_count = 1 and chats.name is null and chats.former_member_name ilike ${containsPattern(search)})
    or exists (
      select from chat_members
      join users on users.id = user_id
      where chat_id = mine.chat_id and user_id <> ${userId} and users.name ilike ${containsPattern(search)}
    )
  )`;
