import { type CallKind, type ChatId, limits, type Mention, type Message, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { containsPattern } from '../../platform/db/like-pattern.ts';
import { mentionsOf } from './mentions.repository.ts';
import { isArchived } from './pinned-chats.repository.ts';

/** One chat as one member sees it. A direct chat without name and avatar shows those of the other person. */
export interface ChatListRow {
  readonly id: ChatId;
  readonly name: string | null;
  readonly avatarFile: string | null;
  /** Shows the chat's own avatar, uploaded or generated, not the other person's. */
  readonly hasOwnAvatar: boolean;
  readonly memberCount: number;
  /** For groups: all members, separated by commas. */
  readonly joinedMemberIds: string | null;
  /** For groups without a name: the first three others. */
  readonly otherNames: string[] | null;
  /** In a direct chat the other person; in a group without an avatar the first of the others. */
  readonly firstOtherId: UserId | null;
  readonly firstOtherName: string | null;
  readonly firstOtherAvatarFile: string | null;
  /** In a group without an avatar the second of the others. */
  readonly secondOtherId: UserId | null;
  readonly secondOtherName: string | null;
  readonly secondOtherAvatarFile: string | null;
  /** In a group the author of the newest message, unless it is the viewer. */
  readonly lastAuthorId: UserId | null;
  readonly lastAuthorName: string | null;
  /** At most `limits.unreadCountMax`. */
  readonly unreadCount: number;
  /** The positions of unread messages that mention the viewer, at most `limits.mentionSeqsMax`; null for none. */
  readonly mentionSeqs: number[] | null;
  readonly calling: CallKind | null;
  readonly isMuted: boolean;
  /** From 1; null when it is not pinned. */
  readonly pinPosition: number | null;
  readonly isArchived: boolean;
  readonly lastSeq: number;
  readonly lastType: Message['type'] | null;
  readonly lastContent: string | null;
  readonly lastMentions: readonly Mention[] | null;
  readonly isLastMine: boolean;
  readonly lastTimeMs: number;
  readonly draftContent: string | null;
  readonly draftAt: Date | null;
}

export const chatListRepository = {
  /**
   * The chat list in one query. The chat's row holds its members and newest message; names are looked up only for chats
   * that are named after their members, and messages are counted only where some are above the read position. People are
   * joined by a key that is null where they are not shown: a further condition would be checked after looking them up.
   */
  async list<Item>(
    sql: Sql,
    userId: UserId,
    {
      search = '',
      chatIds,
      convert,
    }: { search?: string | undefined; chatIds?: readonly ChatId[]; convert: (row: ChatListRow) => Item },
  ): Promise<Item[]> {
    const rows = await sql<ChatListRow[]>`
      with mine as (
        select
          chats.id, chats.name, chats.avatar_file, former_member_name, last_seq,
          member_ids, cardinality(member_ids) as member_count,
          array_remove(member_ids[1:3], ${userId}) as first_others,
          greatest(read_seq, joined_seq) as read_seq, is_muted, pin_position, ${isArchived(sql)} as is_archived,
          cardinality(member_ids) <> 2 or chats.name is not null or chats.avatar_file is not null as has_own_avatar,
          head_seq, head_author_id,
          case when head_seq > joined_seq then head_type end as last_type,
          case when head_seq > joined_seq then head_content end as last_content,
          case when head_seq > joined_seq then head_at else greatest(chats.created_at, joined_at) end as last_time
        from chat_members
        join chats on chats.id = chat_id
        where user_id = ${userId}
          and (hidden_seq is null or last_seq > hidden_seq)
          ${chatIds === undefined ? sql`` : sql`and chat_id = any(${chatIds}::uuid[])`}
      )
      select
        mine.id, member_count, is_muted, pin_position, is_archived, last_seq::float8 as last_seq,
        draft.content as draft_content, draft.at as draft_at,
        coalesce(mine.name, case member_count when 1 then former_member_name when 2 then first.name end) as name,
        case when has_own_avatar then mine.avatar_file else first.avatar_file end as avatar_file,
        has_own_avatar,
        case when member_count > 2 then array_to_string(member_ids, ',') end as joined_member_ids,
        case when member_count > 2 and mine.name is null then ${firstOthers(sql, userId)} end as other_names,
        first.id as first_other_id, first.name as first_other_name, first.avatar_file as first_other_avatar_file,
        second.id as second_other_id, second.name as second_other_name, second.avatar_file as second_other_avatar_file,
        author.id as last_author_id, author.name as last_author_name,
        last_type, last_content, ${lastMentions(sql)} as last_mentions, date_part('epoch', last_time) * 1000 as last_time_ms,
        -- Few chats have a call: the list of them is read once, and its row only for those.
        case
          when mine.id in (select chat_id from calls where lease_until > now())
          then (select kind from calls where calls.chat_id = mine.id)
        end as calling,
        coalesce(last_type <> 'system' and head_author_id = ${userId}, false) as is_last_mine,
        case when head_seq > read_seq then ${countUnread(sql, userId)} else 0 end as unread_count,
        case when head_seq > read_seq then ${unreadMentions(sql, userId)} end as mention_seqs
      from mine
      left join users as first
        on first.id = case when member_count = 2 or mine.avatar_file is null then first_others[1] end
      left join users as second on second.id = case when mine.avatar_file is null then first_others[2] end
      left join users as author
        on author.id = case when member_count > 2 and last_type <> 'system' then nullif(head_author_id, ${userId}) end
      left join chat_drafts as draft on draft.user_id = ${userId} and draft.chat_id = mine.id and draft.content <> ''
      ${search === '' ? sql`` : matches(sql, userId, search)}
      -- The first key decides almost always, and the others are slow to compare.
      order by case when pin_position is null then last_time else 'infinity' end desc, pin_position, mine.id desc
      limit 5000`;
    return rows.map(convert);
  },
};

/** Longest-standing members first. */
const firstOthers = (sql: Sql, userId: UserId) => sql`array(
  select users.name
  from chat_members
  join users on users.id = user_id
  where chat_id = mine.id and user_id <> ${userId}
  order by joined_at, user_id
  limit 3
)`;

/**
 * Messages of others that are neither deleted nor quiet, up to the number that is shown. Only the newest thousand are
 * scanned: for an account that only sends, the query would otherwise read everything it ever sent.
 */
const countUnread = (sql: Sql, userId: UserId) => sql`(
  select count(*)::int
  from (
    select from messages
    where chat_id = mine.id
      and seq > greatest(mine.read_seq, head_seq - 1000)
      and author_id is distinct from ${userId}
      and deleted_at is null
      and not is_quiet
    limit ${sql.constant(limits.unreadCountMax)}
  ) as unread
)`;

/**
 * Found by the index of messages that mention somebody. Of a chat in which others are mentioned very often, only the
 * newest are scanned.
 */
const unreadMentions = (sql: Sql, userId: UserId) => sql`(
  select array_agg(seq::float8 order by seq)
  from (
    select seq
    from (
      select seq, author_id, deleted_at, mention_ids, mentions_all
      from messages
      where chat_id = mine.id and seq > mine.read_seq and (mention_ids is not null or mentions_all)
      order by seq desc
      limit 1000
    ) as newest
    where author_id is distinct from ${userId}
      and deleted_at is null
      and (mentions_all or ${userId} = any(mention_ids))
      and not exists (select from user_blocks where blocker_id = ${userId} and blocked_id = author_id)
    order by seq desc
    limit ${sql.constant(limits.mentionSeqsMax)}
  ) as unread
)`;

/** Few texts mention somebody: only these messages are looked up. */
const lastMentions = (sql: Sql) => sql`
  case when strpos(last_content, '<@') > 0 then (
    select ${mentionsOf(sql, sql`messages`)} from messages where chat_id = mine.id and seq = head_seq
  ) end`;

/** Matches the chat's name or the name of another member. */
const matches = (sql: Sql, userId: UserId, search: string) => sql`
  where mine.name ilike ${containsPattern(search)}
    or (member_count = 1 and mine.name is null and former_member_name ilike ${containsPattern(search)})
    or exists (
      select from chat_members
      join users on users.id = user_id
      where chat_id = mine.id and user_id <> ${userId} and users.name ilike ${containsPattern(search)}
    )`;
