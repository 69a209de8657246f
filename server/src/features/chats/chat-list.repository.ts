import type { Sql } from '../../platform/db/database.ts';
import { containsPattern } from '../../platform/db/like-pattern.ts';

export interface ChatListRow {
  readonly id: string;
  readonly name: string | null;
  readonly avatarFile: string | null;
  readonly formerMemberName: string | null;
  readonly memberIds: string[];
  readonly memberCount: number;
  /** The other one of two. */
  readonly otherId: string | null;
  readonly otherName: string | null;
  readonly otherAvatarFile: string | null;
  /** The first three others of a group without a name. */
  readonly otherNames: string[] | null;
  readonly isUnread: boolean;
  readonly lastSeq: number;
  readonly lastType: string | null;
  readonly lastContent: string | null;
  readonly lastAuthorId: string | null;
  readonly lastTime: Date;
}

/**
 * The sidebar in one query. Members are gathered for all chats in one pass, and names only where a chat is named after
 * them. Per chat there is one index probe for the newest message this member may see, and a second one only where that
 * message is their own and might hide an unread one.
 */
export async function listChats(
  sql: Sql,
  userId: string,
  { search = '', chatId }: { search?: string | undefined; chatId?: string } = {},
): Promise<ChatListRow[]> {
  return sql<ChatListRow[]>`
    with mine as (
      select
        chats.id, chats.name, chats.avatar_file, chats.former_member_name, chats.last_seq, joined_seq,
        greatest(read_seq, joined_seq) as read_seq,
        greatest(chats.created_at, joined_at) as since
      from chat_members
      join chats on chats.id = chat_id
      where user_id = ${userId}
        and (hidden_seq is null or last_seq > hidden_seq)
        ${chatId === undefined ? sql`` : sql`and chat_id = ${chatId}`}
    ),
    people as (
      select
        chat_id,
        array_agg(user_id order by joined_at, user_id) as member_ids,
        count(*)::int as member_count,
        case when count(*) = 2 then max(user_id::text) filter (where user_id <> ${userId})::uuid end as other_id
      from chat_members
      where chat_id in (select id from mine)
      group by chat_id
    )
    select
      mine.id, mine.name, mine.avatar_file, mine.former_member_name, mine.last_seq::float8 as last_seq,
      people.member_ids, people.member_count,
      other_id, other.name as other_name, other.avatar_file as other_avatar_file,
      case when member_count > 2 and mine.name is null then ${firstOthers(sql, userId)} end as other_names,
      newest.type as last_type,
      newest.content as last_content,
      newest.author_id as last_author_id,
      coalesce(newest.created_at, mine.since) as last_time,
      coalesce(newest.seq > mine.read_seq, false)
        and (newest.author_id is distinct from ${userId} or ${hasUnread(sql, userId)}) as is_unread
    from mine
    join people on people.chat_id = mine.id
    left join users as other on other.id = other_id
    left join lateral (
      select seq, type, content, author_id, created_at
      from messages
      where chat_id = mine.id and seq > mine.joined_seq and deleted_at is null
      order by seq desc
      limit 1
    ) as newest on true
    ${search === '' ? sql`` : matches(sql, userId, search)}
    order by last_time desc, mine.id desc
    limit 5000`;
}

const firstOthers = (sql: Sql, userId: string) => sql`array(
  select users.name
  from unnest(member_ids[1:4]) with ordinality as first (id, position)
  join users using (id)
  where id <> ${userId}
  order by position
  limit 3
)`;

const hasUnread = (sql: Sql, userId: string) => sql`exists (
  select from messages
  where chat_id = mine.id and seq > mine.read_seq and author_id is distinct from ${userId} and deleted_at is null
)`;

/** The chat's own name, or the name of somebody else in it. */
const matches = (sql: Sql, userId: string, search: string) => sql`
  where mine.name ilike ${containsPattern(search)}
    or (people.member_count = 1 and mine.name is null and mine.former_member_name ilike ${containsPattern(search)})
    or exists (
      select from chat_members
      join users on users.id = user_id
      where chat_id = mine.id and user_id <> ${userId} and users.name ilike ${containsPattern(search)}
    )`;
